// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.profiles.ProfileProperty;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.InstanceProfileRegionProvider;

/** What the machine says about AWS: variables, properties, profile files, metadata services. */
interface AwsEnvironment {

  AwsEnvironment SYSTEM = new Machine();

  /** An environment variable, or null. */
  String variable(String name);

  /** A system property, or null. */
  String property(String name);

  /** The active profile's name. */
  String profileName();

  /** The active profile's region, or null. */
  String profileRegion();

  /** The region of the container or instance, or null. May block for about two seconds. */
  String metadataRegion();

  /** The machine this process runs on. */
  final class Machine implements AwsEnvironment {

    private static final Logger LOG = LoggerFactory.getLogger(AwsEnvironment.class);
    private static final Pattern ZONE =
        Pattern.compile("\"AvailabilityZone\"\\s*:\\s*\"([a-z0-9-]+)[a-z]\"");
    private static final int METADATA_TIMEOUT_MS = 1000;
    private static final int METADATA_LIMIT_BYTES = 1 << 20;

    @Override
    public String variable(String name) {
      return System.getenv(name);
    }

    @Override
    public String property(String name) {
      return System.getProperty(name);
    }

    @Override
    public String profileName() {
      return ProfileFileSystemSetting.AWS_PROFILE.getStringValueOrThrow();
    }

    @Override
    public String profileRegion() {
      try {
        return ProfileFile.defaultProfileFile()
            .profile(profileName())
            .flatMap(p -> p.property(ProfileProperty.REGION))
            .orElse(null);
      } catch (RuntimeException e) {
        LOG.warn("AWS profile files cannot be read, going on without: {}", e.getMessage());
        return null;
      }
    }

    @Override
    public String metadataRegion() {
      return Optional.ofNullable(containerRegion()).orElseGet(this::instanceRegion);
    }

    private String containerRegion() {
      String base = variable("ECS_CONTAINER_METADATA_URI_V4");
      if (base == null || base.isBlank()) {
        return null;
      }
      try {
        HttpURLConnection connection =
            (HttpURLConnection) URI.create(base + "/task").toURL().openConnection();
        connection.setConnectTimeout(METADATA_TIMEOUT_MS);
        connection.setReadTimeout(METADATA_TIMEOUT_MS);
        try (InputStream in = connection.getInputStream()) {
          String text = new String(in.readNBytes(METADATA_LIMIT_BYTES), StandardCharsets.UTF_8);
          Matcher zone = ZONE.matcher(text);
          return zone.find() ? zone.group(1) : null;
        }
      } catch (IOException | IllegalArgumentException e) {
        LOG.info("No region from the container's metadata service: {}", e.getMessage());
        return null;
      }
    }

    private String instanceRegion() {
      if ("true".equalsIgnoreCase(variable("AWS_EC2_METADATA_DISABLED"))
          || "true".equalsIgnoreCase(property("aws.disableEc2Metadata"))) {
        return null;
      }
      try {
        Region region = new InstanceProfileRegionProvider().getRegion();
        return region == null ? null : region.id();
      } catch (SdkClientException e) {
        LOG.debug("No region from the instance's metadata service", e);
        return null;
      }
    }
  }
}

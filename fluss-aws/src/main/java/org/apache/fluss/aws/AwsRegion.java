// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one region of all AWS clients of a process, and where it came from. Immutable. */
public final class AwsRegion {

  private static final Logger LOG = LoggerFactory.getLogger(AwsRegion.class);

  // s3.eu-west-1.amazonaws.com, s3-eu-west-1..., s3.dualstack.eu-west-1...,
  // glue.cn-north-1.amazonaws.com.cn
  private static final Pattern AWS_HOST =
      Pattern.compile(
          "(?:[^./]+\\.)*(?:s3|glue|sts)(?:-fips)?[.-](?:dualstack\\.)?([a-z]{2}(?:-[a-z]+)+-\\d)"
              + "\\.(?:amazonaws\\.com(?:\\.cn)?|api\\.aws)");

  private static final Map<AwsSettings, AwsRegion> RESOLVED = new ConcurrentHashMap<>();

  private final String id;
  private final String source;

  private AwsRegion(String id, String source) {
    this.id = id;
    this.source = source;
  }

  /**
   * The region of these settings, resolved once per process and settings.
   *
   * @throws org.apache.fluss.exception.InvalidConfigException AWS-REGION, naming every source asked
   */
  public static AwsRegion of(AwsSettings settings) {
    AwsRegion known = RESOLVED.get(settings);
    if (known != null) {
      return known;
    }
    AwsRegion region = resolve(settings, AwsEnvironment.SYSTEM);
    if (RESOLVED.size() < 64) {
      RESOLVED.put(settings, region);
    }
    LOG.info("AWS region {} (from {})", region.id, region.source);
    return region;
  }

  /** As {@link #of}, with the world passed in and nothing remembered. */
  static AwsRegion resolve(AwsSettings settings, AwsEnvironment environment) {
    List<String> asked = new ArrayList<>();
    AwsSettings.Named configured = settings.region();
    if (configured != null) {
      return new AwsRegion(configured.value(), "option " + configured.key());
    }
    asked.add("options datalake.iceberg.client.region, s3.region, s3.endpoint.region");
    for (String name : new String[] {"AWS_REGION", "AWS_DEFAULT_REGION"}) {
      String value = environment.variable(name);
      if (present(value)) {
        return new AwsRegion(value.trim(), "environment variable " + name);
      }
      asked.add("environment variable " + name);
    }
    String property = environment.property("aws.region");
    if (present(property)) {
      return new AwsRegion(property.trim(), "system property aws.region");
    }
    asked.add("system property aws.region");
    String profile = environment.profileRegion();
    if (present(profile)) {
      return new AwsRegion(profile.trim(), "profile " + environment.profileName());
    }
    asked.add("profile '" + environment.profileName() + "'");
    String[] endpoints = {settings.s3Endpoint(), settings.glueEndpoint(), settings.stsEndpoint()};
    boolean custom = false;
    for (String endpoint : endpoints) {
      if (endpoint != null) {
        String region = ofHost(endpoint);
        if (region != null) {
          return new AwsRegion(region, "endpoint " + endpoint);
        }
        custom = custom || !endpoint.contains("amazonaws.com");
      }
    }
    asked.add("host names of configured endpoints");
    if (!custom) {
      // with an endpoint of someone else's store the machine's own region says nothing
      String metadata = environment.metadataRegion();
      if (present(metadata)) {
        return new AwsRegion(metadata.trim(), "container or instance metadata");
      }
      asked.add("container and instance metadata");
      throw AwsFailure.of(
              AwsError.AWS_REGION,
              "no AWS region found; asked: "
                  + String.join("; ", asked)
                  + ". Set datalake.iceberg.client.region (or AWS_REGION).")
          .toException(null);
    }
    return new AwsRegion("us-east-1", "default with a custom endpoint");
  }

  /** The region an AWS endpoint's host names, or null. */
  public static String ofHost(String endpoint) {
    String host = endpoint.replaceFirst("^[a-z0-9+.-]+://", "").replaceFirst("[:/].*$", "");
    Matcher matcher = AWS_HOST.matcher(host);
    return matcher.matches() ? matcher.group(1) : null;
  }

  private static boolean present(String value) {
    return value != null && !value.isBlank();
  }

  /** The region's id, such as {@code eu-west-1}. */
  public String id() {
    return id;
  }

  /** Where it came from, in words. */
  public String source() {
    return source;
  }

  @Override
  public String toString() {
    return id + " (" + source + ")";
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.doctor;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.fluss.aws.AwsClients;
import org.apache.fluss.aws.AwsError;
import org.apache.fluss.aws.AwsRegion;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.FlussAwsCredentials;
import org.apache.fluss.lake.doctor.Finding;
import org.apache.fluss.lake.iceberg.glue.FlussAwsClientFactory;
import org.apache.fluss.lake.iceberg.glue.GlueDefaults;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.GetDatabasesRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadBucketResponse;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.GetCallerIdentityResponse;

/** Checks of AWS itself: who we are, where, and whether buckets and Glue let us in. */
final class AwsChecks {

  private static final Duration MAX_SKEW = Duration.ofSeconds(60);
  private static final byte[] MARKER = {'f', 'l', 'u', 's', 's'};

  private final AwsSettings settings;
  private final IcebergLakeDoctor.Checker checker;

  AwsChecks(AwsSettings settings, IcebergLakeDoctor.Checker checker) {
    this.settings = settings;
    this.checker = checker;
  }

  /** Region and credentials; whether it is of any use to go on. */
  boolean identity(boolean withoutNetwork) {
    return checker.check("looking for", "AWS region", this::region)
        && checker.check("looking for", "AWS credentials", this::credentials)
        && (withoutNetwork || checker.check("asking for", "AWS identity", this::caller));
  }

  private Finding region() {
    AwsRegion region = AwsRegion.of(settings);
    return Finding.pass("AWS region", region.id() + ", from " + region.source());
  }

  private Finding credentials() {
    FlussAwsCredentials provider = FlussAwsCredentials.of(settings);
    AwsCredentials credentials = provider.resolveCredentials();
    String key = credentials.accessKeyId();
    String shown = key == null ? "anonymous" : key.substring(0, Math.min(4, key.length())) + "...";
    return Finding.pass(
        "AWS credentials",
        shown
            + ", from "
            + provider.source()
            + credentials.expirationTime().map(time -> ", until " + time).orElse(""));
  }

  private Finding caller() {
    String emulator = emulator();
    if (emulator != null && settings.stsEndpoint() == null) {
      return Finding.pass(
          "AWS identity",
          "not asked for: "
              + emulator
              + " is not AWS, so its keys mean nothing to the STS of AWS. To ask another STS, set"
              + " s3.assumed.role.sts.endpoint.");
    }
    try (StsClient sts = AwsClients.sts(settings, FlussAwsCredentials.of(settings))) {
      GetCallerIdentityResponse caller = sts.getCallerIdentity();
      return Finding.pass("AWS identity", caller.arn());
    } catch (SdkException e) {
      // not every policy and network allows the question
      return Finding.warn(
          "AWS identity", "STS does not say who we are; not needed. " + e.getMessage());
    }
  }

  /** The first endpoint that is set and does not belong to AWS; null if there is none. */
  private String emulator() {
    for (String endpoint : new String[] {settings.glueEndpoint(), settings.s3Endpoint()}) {
      if (endpoint != null && AwsRegion.ofHost(endpoint) == null) {
        return endpoint;
      }
    }
    return null;
  }

  /** A place on S3: its bucket, and an object written, read, listed and deleted. */
  void storage(String location) {
    URI uri = URI.create(location.replaceFirst("^s3[an]://", "s3://"));
    String bucket = uri.getAuthority();
    String prefix = uri.getPath().replaceFirst("^/", "").replaceFirst("/$", "");
    String name = "bucket " + bucket;
    S3Client s3 = AwsClients.s3(settings);
    try {
      if (checker.check("looking at", name, () -> bucket(s3, bucket, name))) {
        checker.check("writing below", location, () -> object(s3, bucket, prefix, location));
      }
    } finally {
      s3.close();
    }
  }

  private Finding bucket(S3Client s3, String bucket, String name) {
    HeadBucketResponse head = s3.headBucket(request -> request.bucket(bucket));
    Duration skew = skew(head);
    if (skew.abs().compareTo(MAX_SKEW) > 0) {
      return Finding.fail(
          name,
          AwsError.AWS_CLOCK_SKEW.code()
              + ": this machine's clock differs from AWS by "
              + skew.getSeconds()
              + " s. Synchronise it.");
    }
    String region = head.bucketRegion();
    if (region != null && !region.equals(AwsRegion.of(settings).id())) {
      return Finding.warn(
          name,
          "is in "
              + region
              + ", the configured region is "
              + AwsRegion.of(settings).id()
              + "; it works, at the price of traffic between regions.");
    }
    return Finding.pass(name, "exists" + (region == null ? "" : ", in " + region));
  }

  private static Duration skew(HeadBucketResponse head) {
    Optional<String> date = head.sdkHttpResponse().firstMatchingHeader("Date");
    return date.map(
            text ->
                Duration.between(
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(),
                    Instant.now()))
        .orElse(Duration.ZERO);
  }

  private static Finding object(S3Client s3, String bucket, String prefix, String location) {
    String key = (prefix.isEmpty() ? "" : prefix + "/") + "fluss-doctor-" + UUID.randomUUID();
    s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(MARKER));
    try {
      byte[] read = s3.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray();
      int listed = s3.listObjectsV2(r -> r.bucket(bucket).prefix(key)).keyCount();
      if (read.length != MARKER.length || listed != 1) {
        return Finding.fail(
            location,
            "An object just written reads as "
                + read.length
                + " bytes and is listed "
                + listed
                + " times; this store is not consistent.");
      }
    } finally {
      s3.deleteObject(r -> r.bucket(bucket).key(key));
    }
    return Finding.pass(location, "an object was written, read, listed and deleted");
  }

  /**
   * Glue answers.
   *
   * @param lake catalog properties
   */
  void glue(Map<String, String> lake) {
    checker.check(
        "listing the databases of",
        "Glue",
        () -> {
          FlussAwsClientFactory clients = new FlussAwsClientFactory();
          clients.initialize(GlueDefaults.forGlue(lake));
          try (GlueClient glue = clients.glue()) {
            GetDatabasesRequest.Builder request = GetDatabasesRequest.builder().maxResults(1);
            if (settings.glueCatalogId() != null) {
              request.catalogId(settings.glueCatalogId());
            }
            glue.getDatabases(request.build());
            return Finding.pass(
                "Glue",
                "answers"
                    + (settings.glueCatalogId() == null
                        ? ""
                        : ", catalog " + settings.glueCatalogId()));
          }
        });
  }
}

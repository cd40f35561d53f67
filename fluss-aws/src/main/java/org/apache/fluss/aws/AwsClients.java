// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;

/** Clients of AWS services that all follow one {@link AwsSettings}. */
public final class AwsClients {

  private static final int CONNECT_TIMEOUT_MS = 5_000;
  private static final int SOCKET_TIMEOUT_MS = 60_000;
  private static final int MAX_CONNECTIONS = 64;

  private AwsClients() {}

  /** A new S3 client; the caller closes it. */
  public static S3Client s3(AwsSettings settings) {
    FlussAwsCredentials credentials = FlussAwsCredentials.of(settings);
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(AwsRegion.of(settings).id()))
            .credentialsProvider(credentials)
            .forcePathStyle(settings.pathStyle());
    shapeS3(builder, settings);
    withHttp(builder);
    return refreshing(S3Client.class, builder.build(), credentials);
  }

  /** Endpoint, checksums and cross-region access of an S3 client as the settings ask. */
  public static void shapeS3(S3BaseClientBuilder<?, ?> builder, AwsSettings settings) {
    String endpoint = settings.s3Endpoint();
    if (endpoint == null) {
      builder.crossRegionAccessEnabled(true);
      return;
    }
    builder.endpointOverride(URI.create(endpoint));
    if (AwsRegion.ofHost(endpoint) == null) {
      // other stores reject the trailing checksums that the SDK sends by default
      builder.requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED);
      builder.responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED);
    }
  }

  /** A new STS client; the caller closes it. */
  public static StsClient sts(AwsSettings settings, AwsCredentialsProvider credentials) {
    StsClientBuilder builder =
        StsClient.builder()
            .region(Region.of(AwsRegion.of(settings).id()))
            .credentialsProvider(credentials);
    if (settings.stsEndpoint() != null) {
      builder.endpointOverride(URI.create(settings.stsEndpoint()));
    }
    withHttp(builder);
    return builder.build();
  }

  // the same HTTP library that Iceberg's http-client options configure: one pool kind, one jar
  @SuppressWarnings("deprecation")
  static void withHttp(AwsSyncClientBuilder<?, ?> builder) {
    SdkHttpClient.Builder<?> http =
        software.amazon.awssdk.http.apache.ApacheHttpClient.builder()
            .connectionTimeout(Duration.ofMillis(CONNECT_TIMEOUT_MS))
            .socketTimeout(Duration.ofMillis(SOCKET_TIMEOUT_MS))
            .maxConnections(MAX_CONNECTIONS);
    builder.httpClientBuilder(http);
  }

  /**
   * The client, calling once more with fresh credentials after AWS called them expired. The SDK's
   * own retries keep the credentials a call began with.
   */
  public static <T> T refreshing(Class<T> type, T client, FlussAwsCredentials credentials) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              try {
                return method.invoke(client, args);
              } catch (InvocationTargetException e) {
                if (!AwsFailure.isExpired(e.getCause())) {
                  throw e.getCause();
                }
              }
              credentials.invalidate();
              try {
                return method.invoke(client, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}

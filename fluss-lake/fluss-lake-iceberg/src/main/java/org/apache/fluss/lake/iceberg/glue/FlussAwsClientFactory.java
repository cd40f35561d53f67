// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.aws.AwsClients;
import org.apache.fluss.aws.AwsRegion;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.FlussAwsCredentials;
import org.apache.iceberg.aws.AwsClientFactory;
import org.apache.iceberg.aws.AwsClientProperties;
import org.apache.iceberg.aws.HttpClientProperties;
import org.apache.iceberg.aws.s3.S3FileIOProperties;
import org.apache.iceberg.util.PropertyUtil;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.GlueClientBuilder;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes Iceberg's AWS clients from the one region and the one credentials chain of the process. */
public final class FlussAwsClientFactory implements AwsClientFactory {

  private static final long serialVersionUID = 1L;

  /** Option: how often a call to Glue is tried, throttled ones and internal errors included. */
  static final String GLUE_ATTEMPTS = "fluss.glue.attempts";

  private static final int GLUE_ATTEMPTS_DEFAULT = 8;

  private TreeMap<String, String> properties = new TreeMap<>();

  /** For Iceberg, by reflection. */
  public FlussAwsClientFactory() {}

  @Override
  public void initialize(Map<String, String> all) {
    this.properties = new TreeMap<>(all);
  }

  @Override
  public S3Client s3() {
    return SharedClients.get(S3Client.class, properties, this::newS3);
  }

  private S3Client newS3() {
    AwsSettings settings = AwsSettings.ofLake(properties);
    S3FileIOProperties s3 = new S3FileIOProperties(properties);
    AwsClientProperties client = new AwsClientProperties(properties);
    S3ClientBuilder builder = S3Client.builder();
    basics(builder, settings);
    client.applyLegacyMd5Plugin(builder);
    new HttpClientProperties(properties).applyHttpClientConfigurations(builder);
    s3.applyServiceConfigurations(builder);
    s3.applySignerConfiguration(builder);
    s3.applyS3AccessGrantsConfigurations(builder);
    s3.applyUserAgentConfigurations(builder);
    s3.applyRetryConfigurations(builder);
    AwsClients.shapeS3(builder, settings);
    if (s3.isRemoteSigningEnabled()) {
      s3.applyCredentialConfigurations(client, builder);
      return builder.build();
    }
    return AwsClients.refreshing(S3Client.class, builder.build(), FlussAwsCredentials.of(settings));
  }

  @Override
  public S3AsyncClient s3Async() {
    throw new UnsupportedOperationException(
        "The asynchronous S3 client is not part of this plugin; set"
            + " s3.analytics-accelerator.enabled to false.");
  }

  @Override
  public GlueClient glue() {
    return SharedClients.get(GlueClient.class, properties, this::newGlue);
  }

  private GlueClient newGlue() {
    AwsSettings settings = AwsSettings.ofLake(properties);
    GlueClientBuilder builder = GlueClient.builder();
    basics(builder, settings);
    new HttpClientProperties(properties).applyHttpClientConfigurations(builder);
    if (settings.glueEndpoint() != null) {
      builder.endpointOverride(URI.create(settings.glueEndpoint()));
    }
    builder.overrideConfiguration(
        ClientOverrideConfiguration.builder()
            .retryStrategy(
                AwsRetryStrategy.standardRetryStrategy().toBuilder()
                    .maxAttempts(
                        PropertyUtil.propertyAsInt(
                            properties, GLUE_ATTEMPTS, GLUE_ATTEMPTS_DEFAULT))
                    .build())
            .build());
    return ClearAnswers.of(
        AwsClients.refreshing(GlueClient.class, builder.build(), FlussAwsCredentials.of(settings)));
  }

  @Override
  public KmsClient kms() {
    AwsSettings settings = AwsSettings.ofLake(properties);
    var builder = KmsClient.builder();
    basics(builder, settings);
    new HttpClientProperties(properties).applyHttpClientConfigurations(builder);
    return builder.build();
  }

  @Override
  public DynamoDbClient dynamo() {
    AwsSettings settings = AwsSettings.ofLake(properties);
    DynamoDbClientBuilder builder = DynamoDbClient.builder();
    basics(builder, settings);
    new HttpClientProperties(properties).applyHttpClientConfigurations(builder);
    String endpoint = properties.get("dynamodb.endpoint");
    if (endpoint != null) {
      builder.endpointOverride(URI.create(endpoint));
    }
    return builder.build();
  }

  private static void basics(AwsClientBuilder<?, ?> builder, AwsSettings settings) {
    builder.region(Region.of(AwsRegion.of(settings).id()));
    builder.credentialsProvider(FlussAwsCredentials.of(settings));
  }
}

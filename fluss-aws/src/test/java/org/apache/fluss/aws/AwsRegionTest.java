// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.exception.InvalidConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsRegionTest {

  private static final class World implements AwsEnvironment {
    private final Map<String, String> variables = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private String profile;
    private String metadata;

    @Override
    public String variable(String name) {
      return variables.get(name);
    }

    @Override
    public String property(String name) {
      return properties.get(name);
    }

    @Override
    public String profileName() {
      return "default";
    }

    @Override
    public String profileRegion() {
      return profile;
    }

    @Override
    public String metadataRegion() {
      return metadata;
    }
  }

  private static String lake(World world, Map<String, String> properties) {
    return AwsRegion.resolve(AwsSettings.ofLake(properties), world).id();
  }

  private static String fileSystem(World world, Map<String, String> options) {
    return AwsRegion.resolve(AwsSettings.ofFileSystem(options), world).id();
  }

  @Test
  void firstHitWins() {
    World world = new World();
    Map<String, String> none = Map.of();
    world.metadata = "metadata-1";
    assertThat(lake(world, none)).isEqualTo("metadata-1");
    Map<String, String> endpoint = Map.of("s3.endpoint", "s3.eu-central-1.amazonaws.com");
    assertThat(lake(world, endpoint)).isEqualTo("eu-central-1");
    world.profile = "profile-1";
    assertThat(lake(world, endpoint)).isEqualTo("profile-1");
    world.properties.put("aws.region", "property-1");
    assertThat(lake(world, endpoint)).isEqualTo("property-1");
    world.variables.put("AWS_DEFAULT_REGION", "default-1");
    assertThat(lake(world, endpoint)).isEqualTo("default-1");
    world.variables.put("AWS_REGION", "region-1");
    assertThat(lake(world, endpoint)).isEqualTo("region-1");
    assertThat(lake(world, Map.of("client.region", "lake-1"))).isEqualTo("lake-1");
  }

  @Test
  void lakeAndFileSystemFallBackToEachOther() {
    World world = new World();
    assertThat(fileSystem(world, Map.of("datalake.iceberg.client.region", "lake-1")))
        .isEqualTo("lake-1");
    assertThat(lake(world, Map.of("fluss.fs.s3.region", "fs-1"))).isEqualTo("fs-1");
    Map<String, String> both =
        Map.of("datalake.iceberg.client.region", "lake-1", "fs.s3a.endpoint.region", "fs-1");
    assertThat(fileSystem(world, both)).isEqualTo("fs-1");
    assertThat(lake(world, Map.of("client.region", "lake-1", "fluss.fs.s3.region", "fs-1")))
        .isEqualTo("lake-1");
  }

  @Test
  void customEndpointsNeedNone() {
    World world = new World();
    world.metadata = "metadata-1";
    assertThat(lake(world, Map.of("s3.endpoint", "http://127.0.0.1:9000"))).isEqualTo("us-east-1");
  }

  @Test
  void nowhereListsWhereItWasLookedFor() {
    assertThatThrownBy(() -> lake(new World(), Map.of()))
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageStartingWith("AWS-REGION: ")
        .hasMessageContaining("AWS_DEFAULT_REGION")
        .hasMessageContaining("profile 'default'")
        .hasMessageContaining("datalake.iceberg.client.region");
  }

  @ParameterizedTest
  @CsvSource({
    "https://s3.eu-west-1.amazonaws.com,eu-west-1",
    "s3-eu-west-1.amazonaws.com,eu-west-1",
    "https://bucket.s3.dualstack.us-west-2.amazonaws.com/x,us-west-2",
    "https://s3.cn-north-1.amazonaws.com.cn,cn-north-1",
    "https://glue.us-gov-west-1.amazonaws.com:443,us-gov-west-1",
    "https://sts.ap-southeast-2.amazonaws.com,ap-southeast-2",
    "https://s3.amazonaws.com,",
    "http://127.0.0.1:9000,",
    "https://minio.example.org,"
  })
  void regionOfHosts(String endpoint, String region) {
    assertThat(AwsRegion.ofHost(endpoint)).isEqualTo(region);
  }
}

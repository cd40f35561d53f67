// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  private static final ConfigOption<List<String>> LIST =
      ConfigBuilder.key("list").stringType().asList().noDefaultValue();
  private static final ConfigOption<Map<String, String>> MAP =
      ConfigBuilder.key("map").mapType().noDefaultValue();
  private static final ConfigOption<Password> PASSWORD =
      ConfigBuilder.key("pass").passwordType().noDefaultValue();
  private static final ConfigOption<Duration> DURATION =
      ConfigBuilder.key("time").durationType().noDefaultValue();
  private static final ConfigOption<MemorySize> SIZE =
      ConfigBuilder.key("size").memoryType().noDefaultValue();

  @Test
  void whatIsWrittenAsTextReadsBackEqual() {
    Configuration typed =
        new Configuration()
            .set(LIST, Arrays.asList("plain", "a,b", "it's", "say \"x\"", "", " spaces "))
            .set(MAP, Map.of("a", "b,c", "k:1", "v'2", "empty", ""))
            .set(PASSWORD, new Password("p"))
            .set(DURATION, Duration.ofDays(7))
            .set(SIZE, MemorySize.parse("3 tb"));
    Configuration read = Configuration.fromMap(typed.toMap());
    for (ConfigOption<?> option : List.of(LIST, MAP, PASSWORD, DURATION, SIZE)) {
      assertThat(read.get(option)).as(option.key()).isEqualTo(typed.get(option));
    }
    assertThat(typed.toMap()).containsEntry("time", "604800000 ms");
  }

  @Test
  void everyDefaultReadsBackFromItsText() {
    for (ConfigOption<?> option : ConfigOptions.all()) {
      if (option.hasDefaultValue()) {
        Configuration text =
            Configuration.fromMap(
                Map.of(option.key(), ConfigurationUtils.toText(option.defaultValue())));
        assertThat(text.get(option)).as(option.key()).isEqualTo(option.defaultValue());
      }
    }
  }

  @Test
  void newKeyWinsOverOldOne() {
    Configuration configuration = new Configuration();
    configuration.setString("coordinator.io-pool.size", "3");
    assertThat(configuration.get(ConfigOptions.SERVER_IO_POOL_SIZE)).isEqualTo(3);
    assertThat(configuration.contains(ConfigOptions.SERVER_IO_POOL_SIZE)).isTrue();
    assertThat(configuration.containsKey("server.io-pool.size")).isFalse();
    configuration.setString("server.io-pool.size", "4");
    assertThat(configuration.get(ConfigOptions.SERVER_IO_POOL_SIZE)).isEqualTo(4);
    assertThat(configuration.removeConfig(ConfigOptions.SERVER_IO_POOL_SIZE)).isTrue();
    assertThat(configuration.getOptional(ConfigOptions.SERVER_IO_POOL_SIZE)).isEmpty();
    assertThat(configuration.removeConfig(ConfigOptions.SERVER_IO_POOL_SIZE)).isFalse();
  }

  @Test
  void fallbackKeysComeBeforeDeprecatedOnes() {
    ConfigOption<Integer> option =
        ConfigBuilder.key("k")
            .intType()
            .defaultValue(0)
            .withDeprecatedKeys("d")
            .withFallbackKeys("f");
    Configuration configuration = new Configuration();
    configuration.setInt("d", 1);
    configuration.setInt("f", 2);
    assertThat(configuration.get(option)).isEqualTo(2);
  }

  @Test
  void messagesNameTheKeyButNoSecret() {
    Configuration configuration = new Configuration();
    configuration.setString("time", "soon");
    assertThatThrownBy(() -> configuration.get(DURATION))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("soon")
        .hasMessageContaining("time");
    ConfigOption<Integer> secret = ConfigBuilder.key("s3.secret-key").intType().noDefaultValue();
    configuration.setString("s3.secret-key", "hush");
    assertThatThrownBy(() -> configuration.get(secret))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(t -> assertThat(stack(t)).doesNotContain("hush"));
    configuration.set(PASSWORD, new Password("hush"));
    configuration.setString("security.sasl.plain.jaas.config", "password=hush;");
    assertThat(configuration.toString()).doesNotContain("hush").contains("soon", "******");
  }

  private static String stack(Throwable t) {
    java.io.StringWriter text = new java.io.StringWriter();
    t.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }

  @Test
  void secretsAreKnownByKey() {
    assertThat(
            List.of(
                "s3.access-key",
                "fs.s3a.secret.key",
                "client.security.sasl.password",
                "security.sasl.listener.name.client.plain.jaas.config",
                "datalake.iceberg.s3.session-token",
                "fs.azure.account.key"))
        .allMatch(Secrets::isSecret);
    assertThat(
            List.of(
                "client.filesystem.security.token.renewal.backoff",
                "s3.aws.credentials.provider",
                "table.auto-partition.key",
                "datalake.iceberg.type"))
        .noneMatch(Secrets::isSecret);
  }

  @Test
  void equalityIsSymmetric() {
    Configuration some = new Configuration();
    some.setInt("a", 1);
    some.setBytes("b", new byte[] {1});
    Configuration more = new Configuration(some);
    assertThat(more).isEqualTo(some).hasSameHashCodeAs(some);
    more.setInt("c", 2);
    assertThat(more).isNotEqualTo(some);
    assertThat(some).isNotEqualTo(more);
  }

  @Test
  void typedAccess() throws Exception {
    Configuration configuration = new Configuration();
    configuration.setLong("n", 5L);
    assertThat(configuration.getInt(ConfigBuilder.key("n").intType().defaultValue(1))).isEqualTo(5);
    configuration.setClass("c", String.class);
    assertThat(configuration.<CharSequence>getClass("c", String.class, getClass().getClassLoader()))
        .isEqualTo(String.class);
    Properties properties = new Properties();
    configuration.addAllToProperties(properties);
    assertThat(properties.getProperty("n")).isEqualTo("5");
    assertThat(ConfigurationUtils.createConfiguration(properties).toMap())
        .isEqualTo(configuration.toMap());
    assertThatThrownBy(() -> configuration.setString("k", null))
        .isInstanceOf(NullPointerException.class);
    configuration.setString("client.fs.s3.region", "x");
    assertThat(configuration.withoutPrefix("client.fs.").toMap())
        .isEqualTo(Map.of("s3.region", "x"));
    ConfigOption<String> unit = ConfigBuilder.key("u").stringType().defaultValue("day");
    assertThat(configuration.getEnum(AutoPartitionTimeUnit.class, unit))
        .isEqualTo(AutoPartitionTimeUnit.DAY);
  }

  @Test
  void logDataKeptForEver() {
    for (String text : List.of("-1", "-1 ms")) {
      Configuration configuration = Configuration.fromMap(Map.of("table.log.ttl", text));
      assertThat(new TableConfig(configuration).getLogTTLMs()).isEqualTo(Long.MAX_VALUE);
    }
    assertThat(new TableConfig(new Configuration()).getLogTTLMs()).isEqualTo(604800000L);
  }

  @Test
  void numbersThatDoNotFitInto32BitsAreRefused() {
    Configuration configuration = new Configuration();
    configuration.set(SIZE, MemorySize.parse("2 gb"));
    assertThatThrownBy(() -> IntRange.bytes(configuration, SIZE))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("size");
    configuration.set(SIZE, MemorySize.parse("2047 mb"));
    assertThat(IntRange.bytes(configuration, SIZE)).isEqualTo(2047 << 20);
    configuration.set(DURATION, Duration.ofSeconds(Long.MAX_VALUE));
    assertThatThrownBy(() -> IntRange.millis(configuration, DURATION))
        .isInstanceOf(IllegalConfigurationException.class);
  }

  @Test
  void memoryArithmetic() {
    MemorySize two = MemorySize.parse("2 gb");
    assertThat(two.add(two).getGibiBytes()).isEqualTo(4);
    assertThat(two.subtract(two)).isEqualTo(MemorySize.ZERO);
    assertThat(two.multiply(1.5).getMebiBytes()).isEqualTo(3072);
    assertThat(two.divide(2)).isEqualTo(MemorySize.ofMebiBytes(1024)).isLessThan(two);
    assertThatThrownBy(() -> MemorySize.ZERO.subtract(two))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MemorySize.MAX_VALUE.add(two)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void filesOfAServer(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("server.yaml"), "default.bucket.number: 1\na: b\n");
    Configuration dynamic = new Configuration();
    dynamic.setString("default.bucket.number", "5");
    Configuration loaded = GlobalConfiguration.loadConfiguration(directory.toString(), dynamic);
    assertThat(loaded.get(ConfigOptions.DEFAULT_BUCKET_NUMBER)).isEqualTo(5);

    Path other = Files.writeString(directory.resolve("other.yaml"), "x: y\n");
    dynamic.setString("configFile", other.toString());
    assertThat(GlobalConfiguration.loadConfiguration(null, dynamic).toMap())
        .isEqualTo(Map.of("x", "y", "default.bucket.number", "5"));
    dynamic.setString("configFile", directory.resolve("missing").toString());
    assertThatThrownBy(() -> GlobalConfiguration.loadConfiguration(null, dynamic))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("missing");
    assertThatThrownBy(
            () -> GlobalConfiguration.loadConfiguration(directory.resolve("no").toString(), null))
        .isInstanceOf(IllegalConfigurationException.class);
  }

  @Test
  void typingErrorsAreFound() {
    Configuration configuration = new Configuration();
    configuration.setString("default.bucket.nunber", "1");
    configuration.setString("quite.something.else", "1");
    configuration.setString("remote.data.dir", "/x");
    configuration.setString("log.fetch.max-bytes", "1mb");
    configuration.setString("datalake.iceberg.type", "glue");
    assertThat(UnknownKeys.report(configuration))
        .hasSize(2)
        .first()
        .asString()
        .contains("default.bucket.nunber", "Did you mean 'default.bucket.number'?");
  }

  @Test
  void bootstrapServers() {
    Configuration configuration = new Configuration();
    for (String bad : List.of("", "host", "localhost:99999")) {
      configuration.setString("bootstrap.servers", bad);
      assertThatThrownBy(() -> BootstrapServers.resolve(configuration))
          .as(bad)
          .isInstanceOf(IllegalConfigurationException.class)
          .hasMessageContaining("bootstrap.servers");
    }
    configuration.setString("bootstrap.servers", "127.0.0.1:9123,FLUSS://[::1]:9124");
    assertThat(BootstrapServers.resolve(configuration))
        .extracting(java.net.InetSocketAddress::getPort)
        .containsExactly(9123, 9124);
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What the user configured for AWS, from the lake's options and the file system's, each falling
 * back to the other: so Glue, S3 and STS agree. Immutable; two equal settings may share clients.
 */
public final class AwsSettings {

  /** Server options of the file system inside lake properties: {@code fluss.fs.s3.endpoint} ... */
  public static final String FS_IN_LAKE = "fluss.fs.";

  private static final String LAKE_IN_SERVER = "datalake.iceberg.";

  private final Map<String, String> lake;
  private final Map<String, String> fs;
  private final boolean lakeFirst;

  private AwsSettings(Map<String, String> lake, Map<String, String> fs, boolean lakeFirst) {
    this.lake = new TreeMap<>(lake);
    this.fs = new TreeMap<>(fs);
    this.lakeFirst = lakeFirst;
  }

  /**
   * Settings of the lake's clients.
   *
   * @param properties catalog properties, prefix {@code datalake.iceberg.} removed; the cluster's
   *     file system options, if known, under {@link #FS_IN_LAKE}
   */
  public static AwsSettings ofLake(Map<String, String> properties) {
    Map<String, String> lake = new HashMap<>();
    Map<String, String> server = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(FS_IN_LAKE)) {
            server.put(key.substring(FS_IN_LAKE.length()), value);
          } else if (value != null) {
            lake.put(key, value);
          }
        });
    return new AwsSettings(lake, S3aKeys.normalize(server), true);
  }

  /**
   * Settings of the S3 file system.
   *
   * @param configuration the whole server or client configuration
   */
  public static AwsSettings ofFileSystem(Map<String, String> configuration) {
    Map<String, String> lake = new HashMap<>();
    configuration.forEach(
        (key, value) -> {
          if (key.startsWith(LAKE_IN_SERVER) && value != null) {
            lake.put(key.substring(LAKE_IN_SERVER.length()), value);
          }
        });
    return new AwsSettings(lake, S3aKeys.normalize(configuration), false);
  }

  /** S3 options in the {@code fs.s3a.} spelling. */
  public Map<String, String> s3a() {
    return new TreeMap<>(fs);
  }

  /** The region the user wrote down, or null. */
  public Named region() {
    Named lakeRegion = named(lake, LAKE_IN_SERVER, "client.region");
    Named fsRegion = named(fs, "", S3aKeys.PREFIX + "endpoint.region");
    return lakeFirst ? either(lakeRegion, fsRegion) : either(fsRegion, lakeRegion);
  }

  /** S3 endpoint with a scheme, or null for the endpoint of the region. */
  public String s3Endpoint() {
    String lakeEndpoint = text(lake, "s3.endpoint");
    String fsEndpoint = text(fs, S3aKeys.PREFIX + "endpoint");
    String endpoint =
        lakeFirst ? either(lakeEndpoint, fsEndpoint) : either(fsEndpoint, lakeEndpoint);
    boolean ssl = !"false".equalsIgnoreCase(text(fs, S3aKeys.PREFIX + "connection.ssl.enabled"));
    return withScheme(endpoint, ssl);
  }

  /** Glue endpoint with a scheme, or null. */
  public String glueEndpoint() {
    return withScheme(text(lake, "glue.endpoint"), true);
  }

  /** STS endpoint with a scheme, or null. */
  public String stsEndpoint() {
    return withScheme(
        either(
            text(lake, "fluss.sts.endpoint"),
            text(fs, S3aKeys.PREFIX + "assumed.role.sts.endpoint")),
        true);
  }

  /** Whether buckets are addressed as {@code endpoint/bucket}. */
  public boolean pathStyle() {
    String lakeStyle = text(lake, "s3.path-style-access");
    String fsStyle = text(fs, S3aKeys.PREFIX + "path.style.access");
    return Boolean.parseBoolean(
        lakeFirst ? either(lakeStyle, fsStyle) : either(fsStyle, lakeStyle));
  }

  /** Static keys, or null. */
  public StaticKeys staticKeys() {
    StaticKeys lakeKeys =
        keys(lake, LAKE_IN_SERVER, "s3.access-key-id", "s3.secret-access-key", "s3.session-token");
    StaticKeys fsKeys =
        keys(
            fs,
            "",
            S3aKeys.PREFIX + "access.key",
            S3aKeys.PREFIX + "secret.key",
            S3aKeys.PREFIX + "session.token");
    return lakeFirst ? either(lakeKeys, fsKeys) : either(fsKeys, lakeKeys);
  }

  /** Comma list of provider classes, or null. */
  public Named providerList() {
    Named lakeList = named(lake, LAKE_IN_SERVER, "client.credentials-provider");
    if (lakeList != null && FlussAwsCredentials.class.getName().equals(lakeList.value())) {
      lakeList = null;
    }
    Named fsList = named(fs, "", S3aKeys.PREFIX + "aws.credentials.provider");
    return lakeFirst ? either(lakeList, fsList) : either(fsList, lakeList);
  }

  /** Properties for a user's own provider class, prefix removed. */
  public Map<String, String> providerProperties() {
    Map<String, String> result = new HashMap<>();
    String prefix = "client.credentials-provider.";
    lake.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            result.put(key.substring(prefix.length()), value);
          }
        });
    return result;
  }

  /** The role to assume before anything else is called, or null. */
  public Role lakeRole() {
    String arn = text(lake, "client.assume-role.arn");
    return arn == null || !lakeFirst
        ? null
        : new Role(
            arn,
            text(lake, "client.assume-role.external-id"),
            text(lake, "client.assume-role.session-name"),
            seconds(lake, "client.assume-role.timeout-sec"),
            null);
  }

  /** The role of the file system's {@code AssumedRoleCredentialProvider} and of tokens, or null. */
  public Role fsRole() {
    String arn = text(fs, S3aKeys.PREFIX + "assumed.role.arn");
    return arn == null
        ? null
        : new Role(
            arn,
            text(fs, S3aKeys.PREFIX + "assumed.role.external.id"),
            text(fs, S3aKeys.PREFIX + "assumed.role.session.name"),
            Durations.seconds(text(fs, S3aKeys.PREFIX + "assumed.role.session.duration"), 3600),
            text(fs, S3aKeys.PREFIX + "assumed.role.policy"));
  }

  String fsOption(String name) {
    return text(fs, S3aKeys.PREFIX + name);
  }

  /** Glue catalog id (account), or null for the caller's own. */
  public String glueCatalogId() {
    return text(lake, "glue.id");
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof AwsSettings
        && lake.equals(((AwsSettings) o).lake)
        && fs.equals(((AwsSettings) o).fs)
        && lakeFirst == ((AwsSettings) o).lakeFirst;
  }

  @Override
  public int hashCode() {
    return Objects.hash(lake, fs, lakeFirst);
  }

  /** Never prints values: they may be secrets. */
  @Override
  public String toString() {
    return "AwsSettings{lake=" + lake.keySet() + ", fs=" + fs.keySet() + '}';
  }

  private static int seconds(Map<String, String> map, String key) {
    String value = text(map, key);
    return value == null ? 3600 : Integer.parseInt(value);
  }

  private static StaticKeys keys(
      Map<String, String> map, String shown, String id, String secret, String token) {
    String keyId = text(map, id);
    String keySecret = text(map, secret);
    if (keyId == null && keySecret == null) {
      return null;
    }
    if (keyId == null || keySecret == null) {
      throw AwsFailure.of(
              AwsError.AWS_CREDENTIALS,
              "only one half of a static key pair is set: '"
                  + shown
                  + (keyId == null ? secret : id)
                  + "' is there, '"
                  + shown
                  + (keyId == null ? id : secret)
                  + "' is missing. Set both, or none to use the default chain.")
          .toException(null);
    }
    return new StaticKeys(keyId, keySecret, text(map, token), shown + id);
  }

  private static Named named(Map<String, String> map, String shown, String key) {
    String value = text(map, key);
    return value == null ? null : new Named(shown + key, value);
  }

  private static String text(Map<String, String> map, String key) {
    String value = map.get(key);
    return value == null || value.isBlank() ? null : value.trim();
  }

  private static <T> T either(T first, T second) {
    return first != null ? first : second;
  }

  private static String withScheme(String endpoint, boolean ssl) {
    if (endpoint == null || endpoint.contains("://")) {
      return endpoint;
    }
    return (ssl ? "https://" : "http://") + endpoint;
  }

  /** A value and the option it came from. */
  public static final class Named {
    private final String key;
    private final String value;

    Named(String key, String value) {
      this.key = key;
      this.value = value;
    }

    /** The option's name, or another description of the source. */
    public String key() {
      return key;
    }

    /** The value. */
    public String value() {
      return value;
    }
  }

  /** Keys the user wrote down. */
  public static final class StaticKeys {
    final String id;
    final String secret;
    final String token;
    final String source;

    StaticKeys(String id, String secret, String token, String source) {
      this.id = id;
      this.secret = secret;
      this.token = token;
      this.source = source;
    }
  }

  /** A role to assume. */
  public static final class Role {
    final String arn;
    final String externalId;
    final String sessionName;
    final int durationSeconds;
    final String policy;

    Role(String arn, String externalId, String sessionName, int durationSeconds, String policy) {
      this.arn = arn;
      this.externalId = externalId;
      this.sessionName = sessionName;
      this.durationSeconds = durationSeconds;
      this.policy = policy;
    }

    /** The role's ARN. */
    public String arn() {
      return arn;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.aws.AwsRegion;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.FlussAwsCredentials;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.aws.AwsClientProperties;
import org.apache.iceberg.aws.AwsProperties;
import org.apache.iceberg.aws.HttpClientProperties;
import org.apache.iceberg.aws.s3.S3FileIOProperties;

/** What is filled in for catalogs on AWS, only where the user set nothing. */
public final class GlueDefaults {

  private static final String CLIENT_FACTORY = "client.factory";

  private GlueDefaults() {}

  /** Whether these catalog properties mean AWS Glue. */
  public static boolean isGlue(Map<String, String> properties) {
    return "glue".equalsIgnoreCase(properties.get("type"))
        || "org.apache.iceberg.aws.glue.GlueCatalog"
            .equals(properties.get(CatalogProperties.CATALOG_IMPL))
        || FlussGlueCatalog.class.getName().equals(properties.get(CatalogProperties.CATALOG_IMPL));
  }

  /** Whether the warehouse lies in S3. */
  public static boolean isOnS3(Map<String, String> properties) {
    String warehouse = properties.getOrDefault(CatalogProperties.WAREHOUSE_LOCATION, "");
    return warehouse.matches("s3[an]?://.*");
  }

  /**
   * The properties of a Glue catalog, complete.
   *
   * @throws org.apache.fluss.exception.InvalidConfigException AWS-REGION
   */
  public static Map<String, String> forGlue(Map<String, String> properties) {
    Map<String, String> result = forS3(properties);
    result.remove("type");
    result.put(CatalogProperties.CATALOG_IMPL, FlussGlueCatalog.class.getName());
    result.putIfAbsent(AwsProperties.GLUE_CATALOG_SKIP_ARCHIVE, "true");
    result.putIfAbsent(CatalogProperties.FILE_IO_IMPL, CautiousS3FileIO.class.getName());
    if ("org.apache.iceberg.aws.s3.S3FileIO".equals(result.get(CatalogProperties.FILE_IO_IMPL))) {
      result.put(CatalogProperties.FILE_IO_IMPL, CautiousS3FileIO.class.getName());
    }
    return result;
  }

  /** The properties of a catalog whose files lie in S3, complete. */
  public static Map<String, String> forS3(Map<String, String> properties) {
    Map<String, String> result = new HashMap<>(properties);
    AwsSettings settings = AwsSettings.ofLake(properties);
    boolean ownClients =
        !result.containsKey(CLIENT_FACTORY)
            && !Boolean.parseBoolean(result.get(AwsProperties.GLUE_LAKEFORMATION_ENABLED));
    if (ownClients) {
      result.put(CLIENT_FACTORY, FlussAwsClientFactory.class.getName());
    }
    result.putIfAbsent(AwsClientProperties.CLIENT_REGION, AwsRegion.of(settings).id());
    if (!result.containsKey(AwsClientProperties.CLIENT_CREDENTIALS_PROVIDER)) {
      result.put(
          AwsClientProperties.CLIENT_CREDENTIALS_PROVIDER, FlussAwsCredentials.class.getName());
      properties.forEach(
          (key, value) ->
              result.putIfAbsent(
                  AwsClientProperties.CLIENT_CREDENTIALS_PROVIDER + "." + key, value));
    }
    String endpoint = settings.s3Endpoint();
    if (endpoint != null) {
      result.put(S3FileIOProperties.ENDPOINT, endpoint);
      result.putIfAbsent(
          S3FileIOProperties.PATH_STYLE_ACCESS, Boolean.toString(settings.pathStyle()));
    } else {
      result.putIfAbsent(S3FileIOProperties.CROSS_REGION_ACCESS_ENABLED, "true");
    }
    result.putIfAbsent(HttpClientProperties.CLIENT_TYPE, HttpClientProperties.CLIENT_TYPE_APACHE);
    result.putIfAbsent(HttpClientProperties.APACHE_CONNECTION_TIMEOUT_MS, "5000");
    result.putIfAbsent(HttpClientProperties.APACHE_SOCKET_TIMEOUT_MS, "60000");
    return result;
  }
}

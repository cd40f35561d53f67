// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.net.URI;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.GlueClientBuilder;

/** Clients of Glue. Apart from {@link AwsClients} because the file system has no Glue. */
public final class GlueClients {

  private GlueClients() {}

  /** A new Glue client; the caller closes it. */
  public static GlueClient create(AwsSettings settings) {
    FlussAwsCredentials credentials = FlussAwsCredentials.of(settings);
    GlueClientBuilder builder =
        GlueClient.builder()
            .region(Region.of(AwsRegion.of(settings).id()))
            .credentialsProvider(credentials);
    if (settings.glueEndpoint() != null) {
      builder.endpointOverride(URI.create(settings.glueEndpoint()));
    }
    AwsClients.withHttp(builder);
    return AwsClients.refreshing(GlueClient.class, builder.build(), credentials);
  }
}

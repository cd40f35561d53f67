// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.fs.s3;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.fluss.aws.AwsRegion;
import org.apache.fluss.aws.AwsSettings;
import org.apache.fluss.aws.S3aKeys;
import org.apache.hadoop.conf.Configuration;

/** Hadoop's configuration for one S3A file system: the user's options, ours where he set none. */
final class S3aSetup {

  /** In front of the Fluss options, for {@link S3aCredentials}. */
  private static final String ORIGINAL = "fluss.original.";

  private S3aSetup() {}

  static Configuration hadoop(URI uri, Map<String, String> options, AwsSettings settings) {
    // without core-site.xml of whoever's class path
    Configuration hadoop = new Configuration(false);
    hadoop.addResource("core-default.xml");
    settings.s3a().forEach(hadoop::set);
    options.forEach((key, value) -> hadoop.set(ORIGINAL + key, value));

    // S3A leaves requests unsigned only for its own anonymous provider
    AwsSettings.Named providers = settings.providerList();
    boolean anonymous =
        settings.staticKeys() == null
            && providers != null
            && providers.value().matches("[\\w.]*\\.Anonymous(AWS)?Credentials(Provider)?");
    hadoop.set(
        S3aKeys.PREFIX + "aws.credentials.provider",
        anonymous
            ? "org.apache.hadoop.fs.s3a.AnonymousAWSCredentialsProvider"
            : S3aCredentials.class.getName());
    hadoop.set(S3aKeys.PREFIX + "endpoint.region", AwsRegion.of(settings).id());
    if (settings.s3Endpoint() != null) {
      hadoop.set(S3aKeys.PREFIX + "endpoint", settings.s3Endpoint());
      hadoop.setBoolean(S3aKeys.PREFIX + "path.style.access", settings.pathStyle());
    }
    // secrets stay with our provider
    for (String secret : new String[] {"access.key", "secret.key", "session.token"}) {
      hadoop.unset(S3aKeys.PREFIX + secret);
    }
    absent(hadoop, settings, "audit.enabled", "false");
    absent(hadoop, settings, "fast.upload.buffer", "bytebuffer");
    absent(hadoop, settings, "multipart.size", "8M");
    absent(hadoop, settings, "connection.establish.timeout", "15s");
    absent(hadoop, settings, "connection.timeout", "60s");
    absent(hadoop, settings, "attempts.maximum", "5");
    absent(hadoop, settings, "retry.limit", "3");
    absent(hadoop, settings, "experimental.input.fadvise", "adaptive");
    hadoop.set("fs." + uri.getScheme() + ".impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
    hadoop.setBoolean("fs." + uri.getScheme() + ".impl.disable.cache", true);
    return hadoop;
  }

  private static void absent(
      Configuration hadoop, AwsSettings settings, String name, String value) {
    if (!settings.s3a().containsKey(S3aKeys.PREFIX + name)) {
      hadoop.set(S3aKeys.PREFIX + name, value);
    }
  }

  /** The Fluss options that {@link #hadoop} put in. */
  static Map<String, String> original(Configuration hadoop) {
    Map<String, String> options = new HashMap<>();
    for (Map.Entry<String, String> entry : hadoop) {
      if (entry.getKey().startsWith(ORIGINAL)) {
        options.put(entry.getKey().substring(ORIGINAL.length()), hadoop.getRaw(entry.getKey()));
      }
    }
    return options;
  }
}

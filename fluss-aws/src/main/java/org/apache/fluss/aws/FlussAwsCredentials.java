// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The one credentials provider of a process and its settings, for Glue, S3 and STS. Refreshing is
 * the SDK's; {@link #invalidate} starts over after AWS called the credentials expired. Thread-safe.
 */
public final class FlussAwsCredentials implements AwsCredentialsProvider {

  private static final Logger LOG = LoggerFactory.getLogger(FlussAwsCredentials.class);
  private static final Map<AwsSettings, FlussAwsCredentials> SHARED = new ConcurrentHashMap<>();

  private final String source;
  private final Supplier<AwsCredentialsProvider> chain;
  private final AwsSettings settings;
  private volatile AwsCredentialsProvider current;

  FlussAwsCredentials(AwsSettings settings, String source, Supplier<AwsCredentialsProvider> chain) {
    this.settings = settings;
    this.source = source;
    this.chain = chain;
    this.current = chain.get();
  }

  /** The shared provider of these settings. */
  public static FlussAwsCredentials of(AwsSettings settings) {
    FlussAwsCredentials known = SHARED.get(settings);
    if (known != null) {
      return known;
    }
    FlussAwsCredentials made = CredentialsChain.build(settings);
    if (SHARED.size() < 64) {
      FlussAwsCredentials earlier = SHARED.putIfAbsent(settings, made);
      if (earlier != null) {
        return earlier;
      }
    }
    LOG.info("AWS credentials from {}", made.source);
    return made;
  }

  /**
   * For Iceberg's option {@code client.credentials-provider}.
   *
   * @param properties keys below that option, prefix removed: lake properties
   */
  public static FlussAwsCredentials create(Map<String, String> properties) {
    return of(AwsSettings.ofLake(properties));
  }

  /** Where the credentials come from, in words, without secrets. */
  public String source() {
    return source;
  }

  /** Forgets what is cached; the next call asks the source again. */
  public void invalidate() {
    LOG.warn("AWS called the credentials from {} expired; asking the source again", source);
    current = chain.get();
  }

  @Override
  public AwsCredentials resolveCredentials() {
    try {
      return current.resolveCredentials();
    } catch (SdkException e) {
      if (e instanceof software.amazon.awssdk.awscore.exception.AwsServiceException) {
        throw AwsFailure.explain(e, AwsDoing.of("obtaining credentials from", source, settings))
            .toException(e);
      }
      throw AwsFailure.noCredentials(
              String.valueOf(e.getMessage()),
              AwsDoing.of("obtaining credentials from", source, settings))
          .toException(e);
    }
  }

  @Override
  public String toString() {
    return "FlussAwsCredentials(" + source + ")";
  }
}

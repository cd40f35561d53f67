// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import static org.apache.fluss.config.ConfigBuilder.key;

import java.time.Duration;
import org.apache.fluss.config.ConfigOption;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;

/** How a runner tiers. Immutable. */
public final class TieringOptions {

  /** Time between two heartbeats while nothing happens. */
  public static final ConfigOption<Duration> POLL_INTERVAL =
      key("tiering.poll.table.interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(1))
          .withDescription("How often an idle tiering service asks the coordinator for a table.");

  /** Tables in work at once. */
  public static final ConfigOption<Integer> TABLES =
      key("tiering.tables")
          .intType()
          .defaultValue(4)
          .withDescription("How many tables a tiering service works on at the same time.");

  /** Buckets in work at once, of all tables together. */
  public static final ConfigOption<Integer> PARALLELISM =
      key("tiering.parallelism")
          .intType()
          .defaultValue(Math.max(2, Runtime.getRuntime().availableProcessors()))
          .withDescription("How many buckets a tiering service reads and writes at the same time.");

  /** See {@link TableStatus}. */
  public static final ConfigOption<Duration> SMALL_ROUND_INTERVAL =
      key("tiering.small-round.interval")
          .durationType()
          .defaultValue(Duration.ofSeconds(10))
          .withDescription(
              "How long the next round of a table waits for larger files after a round whose files"
                  + " hold less than 1 MB of log each. A table's freshness, if longer, wins.");

  /** Bounds the memory of rounds of primary-key tables. */
  public static final ConfigOption<Integer> PRIMARY_KEY_ROUND_RECORDS =
      key("tiering.primary-key.round-records")
          .intType()
          .defaultValue(4_000_000)
          .withDescription(
              "How many changes of one bucket of a primary-key table come into the lake with one"
                  + " commit; more follow at once in the next. The tiering service holds about 50"
                  + " bytes of memory for each key changed, per bucket in work.");

  /** Longest pause after failures. */
  public static final ConfigOption<Duration> MAX_BACKOFF =
      key("tiering.max-backoff")
          .durationType()
          .defaultValue(Duration.ofMinutes(5))
          .withDescription(
              "Longest pause before a table is tried again whose rounds keep failing.");

  private final Configuration client;
  private final Configuration lakeTiering;
  private final long pollIntervalMs;
  private final long leaseMs;
  private final long smallRoundIntervalMs;
  private final long maxBackoffMs;
  private final int tables;
  private final int parallelism;
  private final int primaryKeyRoundRecords;

  /**
   * @param client configuration of the Fluss client, which also holds the options of this class
   * @param lakeTiering keys {@code lake.tiering.*}, for the lake's committer
   * @throws IllegalConfigurationException if an option is out of range
   */
  public TieringOptions(Configuration client, Configuration lakeTiering) {
    this.client = new Configuration(client);
    this.lakeTiering = new Configuration(lakeTiering);
    this.pollIntervalMs = positiveMs(POLL_INTERVAL);
    long leaseTimeoutMs = this.lakeTiering.get(ConfigOptions.LAKE_TIERING_LEASE_TIMEOUT).toMillis();
    if (pollIntervalMs > leaseTimeoutMs / 2) {
      throw new IllegalConfigurationException(
          POLL_INTERVAL.key()
              + " must be at most half of "
              + ConfigOptions.LAKE_TIERING_LEASE_TIMEOUT.key()
              + ", or tables are lost between two reports.");
    }
    // let go well before the coordinator does
    this.leaseMs = leaseTimeoutMs - leaseTimeoutMs / 6;
    this.smallRoundIntervalMs = positiveMs(SMALL_ROUND_INTERVAL);
    this.maxBackoffMs = positiveMs(MAX_BACKOFF);
    this.tables = positive(TABLES, 1024);
    this.parallelism = positive(PARALLELISM, 1024);
    this.primaryKeyRoundRecords = positive(PRIMARY_KEY_ROUND_RECORDS, 1_000_000_000);
  }

  private long positiveMs(ConfigOption<Duration> option) {
    long millis = client.get(option).toMillis();
    if (millis < 1) {
      throw new IllegalConfigurationException(option.key() + " must be at least 1 ms.");
    }
    return millis;
  }

  private int positive(ConfigOption<Integer> option, int max) {
    int value = client.get(option);
    if (value < 1 || value > max) {
      throw new IllegalConfigurationException(
          option.key() + " must be 1 to " + max + ", but is " + value + ".");
    }
    return value;
  }

  Configuration client() {
    return client;
  }

  Configuration lakeTiering() {
    return lakeTiering;
  }

  long pollIntervalMs() {
    return pollIntervalMs;
  }

  /** How long a table is ours after the last report that came through. */
  long leaseMs() {
    return leaseMs;
  }

  long smallRoundIntervalMs() {
    return smallRoundIntervalMs;
  }

  long maxBackoffMs() {
    return maxBackoffMs;
  }

  /** How many tables are in work at once. */
  public int tables() {
    return tables;
  }

  /** How many buckets are in work at once. */
  public int parallelism() {
    return parallelism;
  }

  /** How many changes of a bucket of a primary-key table come with one commit. */
  int primaryKeyRoundRecords() {
    return primaryKeyRoundRecords;
  }
}

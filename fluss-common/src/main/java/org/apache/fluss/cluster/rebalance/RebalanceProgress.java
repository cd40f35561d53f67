// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.cluster.rebalance;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.fluss.metadata.TableBucket;

/** How far a rebalance is. Immutable. */
public class RebalanceProgress {
  private final String rebalanceId;
  private final RebalanceStatus rebalanceStatus;
  private final double progress;
  private final Map<TableBucket, RebalanceResultForBucket> progressForBucketMap;

  /**
   * @param rebalanceId null if there never was a rebalance
   * @param progress share of the buckets that are done, 0 to 1; negative if unknown
   */
  public RebalanceProgress(
      String rebalanceId,
      RebalanceStatus rebalanceStatus,
      double progress,
      Map<TableBucket, RebalanceResultForBucket> progressForBucketMap) {
    this.rebalanceId = rebalanceId;
    this.rebalanceStatus = Objects.requireNonNull(rebalanceStatus, "rebalanceStatus");
    this.progress = progress;
    this.progressForBucketMap =
        Collections.unmodifiableMap(new LinkedHashMap<>(progressForBucketMap));
  }

  /** Null if there never was a rebalance. */
  public String rebalanceId() {
    return rebalanceId;
  }

  public RebalanceStatus status() {
    return rebalanceStatus;
  }

  /** Share of the buckets that are done, 0 to 1; negative if unknown. */
  public double progress() {
    return progress;
  }

  /** Unmodifiable. */
  public Map<TableBucket, RebalanceResultForBucket> progressForBucketMap() {
    return progressForBucketMap;
  }

  /** The progress such as {@code 33.33%}, with at most two decimals; {@code NONE} if unknown. */
  public String formatAsPercentage() {
    return progress < 0
        ? "NONE"
        : new DecimalFormat("0.##%", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(progress);
  }
}

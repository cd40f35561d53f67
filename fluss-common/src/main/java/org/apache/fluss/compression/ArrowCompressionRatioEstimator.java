// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.compression;

/**
 * Guesses how well the next batch of a table will compress from how the last ones did, so that a
 * writer knows when a batch is full before it is compressed. Safe for any number of threads: a lost
 * update only makes the guess a little older.
 */
public class ArrowCompressionRatioEstimator {
  /** Share of the way towards a better ratio taken per batch; a worse one is taken at once. */
  private static final float IMPROVING_SHARE = 0.25f;

  private static final float WORSENING_MARGIN = 0.05f;

  private volatile float estimation = 1.0f;

  /** Starts at 1: nothing is gained by compression. */
  public ArrowCompressionRatioEstimator() {}

  /** Compressed size divided by uncompressed size. */
  public float estimation() {
    return estimation;
  }

  /** Learns the ratio of a finished batch. */
  public void updateEstimation(float observedRatio) {
    float current = estimation;
    estimation =
        observedRatio > current
            ? observedRatio + WORSENING_MARGIN
            : current - (current - observedRatio) * IMPROVING_SHARE;
  }
}

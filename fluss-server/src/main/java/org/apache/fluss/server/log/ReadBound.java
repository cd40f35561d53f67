// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.log;

/** How far a reader may see. */
public enum ReadBound {
  /** Only what all in-sync replicas have: for clients. */
  HIGH_WATERMARK,
  /** All that is written: for followers. */
  LOG_END
}

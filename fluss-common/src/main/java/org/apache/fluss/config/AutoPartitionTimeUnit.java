// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import org.apache.fluss.annotation.PublicEvolving;

/** How much time one automatic partition covers. */
@PublicEvolving
public enum AutoPartitionTimeUnit {
  YEAR,
  QUARTER,
  MONTH,
  DAY,
  HOUR
}

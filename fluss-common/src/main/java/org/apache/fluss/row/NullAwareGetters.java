// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.Internal;

/** A row that knows its null fields without reading them. */
@Internal
public interface NullAwareGetters {
  /** Whether any field is null. */
  boolean anyNull();

  /** Whether any of the given fields is null. */
  boolean anyNull(int[] fields);
}

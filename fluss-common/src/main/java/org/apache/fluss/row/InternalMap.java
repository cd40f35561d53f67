// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.PublicEvolving;

/** A value of type MAP: two arrays of equal size, entry i being key i and value i. */
@PublicEvolving
public interface InternalMap {
  /** Number of entries. */
  int size();

  InternalArray keyArray();

  InternalArray valueArray();
}

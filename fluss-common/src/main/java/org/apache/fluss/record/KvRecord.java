// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.ByteBuffer;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.BinaryRow;

/** A row to be put under a key, or a key to be deleted. */
@PublicEvolving
public interface KvRecord {
  /** The encoded key, from position to limit. */
  ByteBuffer getKey();

  /** The row, null for a delete. */
  BinaryRow getRow();

  /** Size in bytes with the length field. */
  int getSizeInBytes();
}

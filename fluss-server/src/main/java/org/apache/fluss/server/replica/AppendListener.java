// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

/** Told once what became of an append, on the lane or the appending thread; must be quick. */
public interface AppendListener {
  /**
   * @param baseOffset offset of the first record, -1 if there is none
   * @param endOffset offset behind the last record, -1 if there is none
   */
  void appended(long baseOffset, long endOffset);

  /** Nothing was appended, or it is not known to be replicated. */
  void failed(RuntimeException error);
}

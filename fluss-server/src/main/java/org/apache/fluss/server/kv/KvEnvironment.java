// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

/** What the stores of a server share. Immutable. */
public final class KvEnvironment {
  final KvEngines engines;
  final BufferBudget budget;
  final int replayReadBytes;

  /**
   * @param replayReadBytes bytes of the log that are read at once in a replay, at least
   */
  public KvEnvironment(KvEngines engines, BufferBudget budget, int replayReadBytes) {
    this.engines = engines;
    this.budget = budget;
    this.replayReadBytes = replayReadBytes;
  }
}

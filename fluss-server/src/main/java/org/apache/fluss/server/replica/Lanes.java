// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.replica;

import java.util.function.IntFunction;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.EventLoop;

/** The event loops of a server among which its buckets are divided for good. Thread-safe. */
public final class Lanes implements AutoCloseable {
  private final EventLoop[] lanes;

  /**
   * @param count at least 1
   * @param lane makes the lane of a number
   */
  public Lanes(int count, IntFunction<EventLoop> lane) {
    lanes = new EventLoop[count];
    for (int i = 0; i < count; i++) {
      lanes[i] = lane.apply(i);
    }
  }

  /** The lane of a bucket; always the same one. */
  EventLoop of(TableBucket bucket) {
    int hash = bucket.hashCode();
    return lanes[Math.floorMod(hash ^ (hash >>> 16), lanes.length)];
  }

  /** Ends all lanes after their running task. */
  @Override
  public void close() {
    for (EventLoop lane : lanes) {
      lane.close();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.fluss.rpc.messages.RecordsPayload;
import org.apache.fluss.server.log.LogRegion;

/** Regions of logs as payload of an answer, sent from the file without being copied. */
final class LogPayload {
  private LogPayload() {}

  /** Takes over the region's lease. */
  static RecordsPayload of(LogRegion region) throws IOException {
    return of(List.of(region));
  }

  /** Takes over the leases of all regions. */
  static RecordsPayload of(List<LogRegion> regions) throws IOException {
    RecordsPayload payload = new RecordsPayload();
    int added = 0;
    try {
      for (LogRegion region : regions) {
        if (region.channel() != null) {
          payload.add(region.channel(), region.position(), region.sizeInBytes(), region::release);
          added++;
        } else {
          payload.add(copy(region));
          added++;
          region.release();
        }
      }
      return payload;
    } catch (IOException | RuntimeException e) {
      payload.release();
      regions.subList(added, regions.size()).forEach(LogRegion::release);
      throw e;
    }
  }

  private static ByteBuffer copy(LogRegion region) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(region.sizeInBytes());
    region.readFully(bytes, 0);
    bytes.flip();
    return bytes;
  }
}

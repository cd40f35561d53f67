// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record;

import java.nio.channels.FileChannel;

/** A range of a file, to be sent without reading it into memory. */
public class FileChannelChunk {
  private final FileChannel fileChannel;
  private final long position;
  private final int size;

  public FileChannelChunk(FileChannel fileChannel, long position, int size) {
    this.fileChannel = fileChannel;
    this.position = position;
    this.size = size;
  }

  public FileChannel getFileChannel() {
    return fileChannel;
  }

  public long getPosition() {
    return position;
  }

  /** Size in bytes. */
  public int getSize() {
    return size;
  }
}

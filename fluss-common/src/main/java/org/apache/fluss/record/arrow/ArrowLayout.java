// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import org.apache.fluss.types.DataType;
import org.apache.fluss.types.MapType;
import org.apache.fluss.types.RowType;

/** Where the nodes and buffers of each top-level column stand in the metadata of a batch. */
final class ArrowLayout {
  private final int[] firstNode;
  private final int[] firstBuffer;

  ArrowLayout(RowType type) {
    int fields = type.getFieldCount();
    firstNode = new int[fields + 1];
    firstBuffer = new int[fields + 1];
    for (int i = 0; i < fields; i++) {
      firstNode[i + 1] = firstNode[i] + nodes(type.getTypeAt(i));
      firstBuffer[i + 1] = firstBuffer[i] + buffers(type.getTypeAt(i));
    }
  }

  int fieldCount() {
    return firstNode.length - 1;
  }

  int nodeCount() {
    return firstNode[fieldCount()];
  }

  int bufferCount() {
    return firstBuffer[fieldCount()];
  }

  /** Index of the first node of a field; that of the field behind the last is the node count. */
  int firstNode(int field) {
    return firstNode[field];
  }

  int firstBuffer(int field) {
    return firstBuffer[field];
  }

  static int nodes(DataType type) {
    int count = type instanceof MapType ? 2 : 1;
    for (DataType child : type.getChildren()) {
      count += nodes(child);
    }
    return count;
  }

  static int buffers(DataType type) {
    int count = ownBuffers(type);
    for (DataType child : type.getChildren()) {
      count += buffers(child);
    }
    return count;
  }

  private static int ownBuffers(DataType type) {
    switch (type.getTypeRoot()) {
      case ROW:
        return 1;
      case MAP:
      case CHAR:
      case STRING:
      case BYTES:
        return 3;
      default:
        return 2;
    }
  }
}

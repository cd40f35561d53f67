// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row.serializer;

import java.io.Serializable;
import org.apache.fluss.row.BinaryArray;
import org.apache.fluss.row.BinaryArrayWriter;
import org.apache.fluss.row.BinaryRow;
import org.apache.fluss.row.FieldWriter;
import org.apache.fluss.row.InternalArray;
import org.apache.fluss.row.NestedArray;
import org.apache.fluss.types.DataType;

/** Turns arrays of one type into bytes. Not thread safe. */
public class ArraySerializer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final DataType elementType;
  private final BinaryRow.BinaryRowFormat format;
  private final FieldWriter element;
  private transient BinaryArrayWriter writer;
  private transient NestedArray array;

  /**
   * @param format format of the rows around and within the array
   */
  public ArraySerializer(DataType elementType, BinaryRow.BinaryRowFormat format) {
    this.elementType = elementType;
    this.format = format;
    this.element = FieldWriter.of(elementType, format);
  }

  /** The array as bytes, in a buffer that the next call overwrites. */
  public BinaryArray toBinaryArray(InternalArray from) {
    int size = from.size();
    if (writer == null) {
      array = new NestedArray(elementType, format);
      int slot = BinaryArray.calculateFixLengthPartSize(elementType);
      writer = new BinaryArrayWriter(array, size, slot);
    } else {
      writer.reset(size);
    }
    for (int i = 0; i < size; i++) {
      element.write(from, i, writer, i);
    }
    writer.complete();
    return array;
  }
}

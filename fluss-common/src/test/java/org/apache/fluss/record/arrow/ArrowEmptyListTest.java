// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.record.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.util.List;
import org.apache.fluss.compression.ArrowCompressionFactory;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.BufferAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.memory.RootAllocator;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.VectorUnloader;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.Field;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.fluss.shaded.arrow.org.apache.arrow.vector.types.pojo.Schema;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists without any element, as the Arrow library writes them: their offsets may be no bytes. */
class ArrowEmptyListTest {

  @ParameterizedTest
  @EnumSource
  void listsWithoutElementsAreRead(CodecType codec) throws Exception {
    Field element = new Field("element", FieldType.nullable(new ArrowType.Utf8()), null);
    Field list = new Field("f0", FieldType.nullable(new ArrowType.List()), List.of(element));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(List.of(list)), allocator)) {
      root.allocateNew();
      root.setRowCount(2);
      VectorUnloader unloader =
          new VectorUnloader(root, true, ArrowCompressionFactory.INSTANCE.createCodec(codec), true);
      try (ArrowRecordBatch batch = unloader.getRecordBatch()) {
        MessageSerializer.serialize(new WriteChannel(Channels.newChannel(out)), batch);
      }
    }
    byte[] bytes = out.toByteArray();
    RowType type = RowType.of(DataTypes.ARRAY(DataTypes.STRING()));

    ArrowColumn[] columns = new ArrowBatchReader(type).read(bytes, 0, bytes.length, 2);

    assertThat(columns[0].isNullAt(0)).isTrue();
    assertThat(columns[0].isNullAt(1)).isTrue();
  }
}

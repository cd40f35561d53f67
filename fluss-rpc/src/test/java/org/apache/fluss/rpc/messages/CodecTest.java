// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Laws of the codec over all messages, and the corners of the wire format. */
class CodecTest {
  private static List<Class<? extends MessageBase>> allMessages() throws Exception {
    Path classes =
        Path.of(PbTablePath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.list(classes.resolve("org/apache/fluss/rpc/messages"))) {
      List<Class<? extends MessageBase>> messages = new ArrayList<>();
      for (Path file : files.sorted().collect(Collectors.toList())) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName("org.apache.fluss.rpc.messages." + name);
        if (MessageBase.class.isAssignableFrom(type) && type != MessageBase.class) {
          messages.add(type.asSubclass(MessageBase.class));
        }
      }
      return messages;
    }
  }

  private static <T extends ApiMessage> T parse(T message, byte[] bytes) {
    message.parseFrom(Unpooled.wrappedBuffer(bytes), bytes.length);
    return message;
  }

  private static <T extends ApiMessage> T parse(T message, String hex) {
    return parse(message, Vectors.bytes(hex));
  }

  private static int fields(Class<?> type, String constant) throws Exception {
    Field field = type.getDeclaredField(constant);
    field.setAccessible(true);
    return constant.equals("FIELDS") ? ((String[]) field.get(null)).length : field.getInt(null);
  }

  /** Sets all fields, or only the required ones, except one of them. */
  private static void fill(MessageBase message, Random random, boolean optional, int without)
      throws Exception {
    Field field = message.getClass().getDeclaredField("FIELDS");
    field.setAccessible(true);
    String[] names = (String[]) field.get(null);
    int required = fields(message.getClass(), "REQUIRED");
    for (int i = 0; i < names.length; i++) {
      boolean isRequired = (required >> i & 1) == 1;
      if (i != without && (isRequired || optional)) {
        set(message, names[i].replace("_", ""), random, optional);
      }
    }
  }

  private static void set(MessageBase message, String name, Random random, boolean optional)
      throws Exception {
    List<Method> methods =
        Arrays.stream(message.getClass().getMethods())
            .filter(m -> !m.isBridge() && !m.isSynthetic())
            .sorted(Comparator.comparing(Method::toString))
            .collect(Collectors.toList());
    for (Method method : methods) {
      String accessor = method.getName();
      boolean add = accessor.equalsIgnoreCase("add" + name);
      if (!add && !accessor.equalsIgnoreCase("set" + name)) {
        continue;
      }
      Object value;
      if (method.getParameterCount() == 0) {
        for (int i = add ? random.nextInt(4) : 1; i > 0; i--) {
          fill((MessageBase) method.invoke(message), random, optional, -1);
        }
        return;
      } else if (method.getParameterTypes()[0] == int.class) {
        value = random.nextBoolean() ? random.nextInt() : random.nextInt(300);
      } else if (method.getParameterTypes()[0] == long.class) {
        value = random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE;
      } else if (method.getParameterTypes()[0] == boolean.class) {
        value = random.nextBoolean();
      } else if (method.getParameterTypes()[0] == String.class) {
        value = "aé€𝄞".repeat(random.nextInt(100));
      } else if (method.getParameterTypes()[0] == byte[].class) {
        value = new byte[random.nextInt(20000)];
        random.nextBytes((byte[]) value);
      } else {
        continue;
      }
      method.invoke(message, value);
      if (!add) {
        return;
      }
    }
  }

  @Test
  void everyMessageIsReadAsItWasWritten() throws Exception {
    List<Class<? extends MessageBase>> messages = allMessages();
    assertThat(messages).hasSize(193);
    Random random = new Random(1);
    for (Class<? extends MessageBase> type : messages) {
      for (boolean optional : new boolean[] {false, true, true}) {
        MessageBase written = type.getConstructor().newInstance();
        fill(written, random, optional, -1);
        byte[] bytes = written.toByteArray();
        assertThat(written.totalSize()).isEqualTo(bytes.length);
        MessageBase read = parse(type.getConstructor().newInstance(), bytes);
        assertThat(read).isEqualTo(written);
        assertThat(read.presence).isEqualTo(written.presence);
        assertThat(read.toString()).isEqualTo(written.toString());
        assertThat(gather(written)).isEqualTo(Unpooled.wrappedBuffer(bytes));
        assertThat(((MessageBase) read.clear()).presence).isZero();
      }
    }
  }

  private static ByteBuf gather(MessageBase message) {
    MessageOutput out = MessageOutput.gathering(Unpooled.buffer());
    message.writeTo(out);
    ByteBuf all = Unpooled.buffer();
    for (Object piece : out.finish()) {
      all.writeBytes((ByteBuf) piece);
    }
    return all;
  }

  @Test
  void everyMissingRequiredFieldIsNamed() throws Exception {
    int checked = 0;
    for (Class<? extends MessageBase> type : allMessages()) {
      int required = fields(type, "REQUIRED");
      for (int i = 0; i < fields(type, "FIELDS"); i++) {
        if ((required >> i & 1) == 0) {
          continue;
        }
        MessageBase incomplete = type.getConstructor().newInstance();
        fill(incomplete, new Random(2), false, i);
        assertThatThrownBy(incomplete::totalSize)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining(type.getSimpleName());
        checked++;
      }
    }
    assertThat(checked).isEqualTo(237);
    assertThatThrownBy(() -> parse(new PbTablePath(), "0a0161"))
        .isInstanceOf(CorruptMessageException.class)
        .hasMessageContaining("table_name");
  }

  @Test
  void arbitraryBytesAreReadOrRefused() throws Exception {
    Random random = new Random(3);
    for (Class<? extends MessageBase> type : allMessages()) {
      MessageBase valid = type.getConstructor().newInstance();
      fill(valid, random, true, -1);
      byte[] good = valid.toByteArray();
      for (int i = 0; i < 60; i++) {
        byte[] bytes;
        if (i % 2 == 0 || good.length == 0) {
          bytes = new byte[random.nextInt(50)];
          random.nextBytes(bytes);
        } else {
          bytes = Arrays.copyOf(good, random.nextInt(Math.min(good.length, 500)) + 1);
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        ByteBuf in = Unpooled.buffer().writeBytes(bytes).writeLong(-1);
        try {
          MessageBase message = type.getConstructor().newInstance();
          message.parseFrom(in, bytes.length);
          message.toByteArray();
          assertThat(in.readerIndex()).isEqualTo(bytes.length);
        } catch (CorruptMessageException refused) {
          assertThat(in.readerIndex()).isLessThanOrEqualTo(bytes.length);
        }
      }
    }
  }

  @Test
  void corners() {
    // negative numbers, zero and empty as opposed to absent
    assertThat(Vectors.hex(new ErrorResponse().setErrorCode(-1).toByteArray()))
        .isEqualTo("08ffffffffffffffffff01");
    assertThat(Vectors.hex(new ErrorResponse().setErrorCode(0).setErrorMessage("").toByteArray()))
        .isEqualTo("08001200");
    ErrorResponse zero = parse(new ErrorResponse(), "08001200");
    assertThat(zero.hasErrorCode() && zero.hasErrorMessage()).isTrue();
    assertThat(parse(new ErrorResponse(), "0800").hasErrorMessage()).isFalse();
    assertThat(Vectors.hex(new AuthenticateResponse().setChallenge(new byte[0]).toByteArray()))
        .isEqualTo("0a00");
    assertThat(new AuthenticateResponse().totalSize()).isZero();
    assertThatThrownBy(() -> new ErrorResponse().getErrorMessage())
        .isInstanceOf(IllegalStateException.class);
    // any number but zero is true
    assertThat(parse(new TableExistsResponse(), "0802").getExists()).isTrue();
    // a list of numbers: absent, empty, packed, unpacked, mixed
    assertThat(parse(new MetadataRequest(), "").getPartitionsIdCount()).isZero();
    assertThat(parse(new MetadataRequest(), "1a00").getPartitionsIdCount()).isZero();
    assertThat(parse(new MetadataRequest(), "1a03018f01180418051a0106").getPartitionsIdArray())
        .containsExactly(1, 143, 4, 5, 6);
    LakeTieringHeartbeatRequest heartbeat =
        new LakeTieringHeartbeatRequest().addForceFinishedTables(1).addForceFinishedTables(200);
    assertThat(Vectors.hex(heartbeat.toByteArray())).isEqualTo("280128c801");
    assertThat(Vectors.hex(new LakeTieringHeartbeatRequest().toByteArray())).isEmpty();
    // the last of a repeated singular field counts
    assertThat(parse(new DropTableRequest(), "0a060a016112016210000a060a01631201641001").toString())
        .contains("c", "d", "true")
        .doesNotContain("=a");
  }

  @Test
  void unknownFieldsAreSkippedAndGroupsRefused() {
    String known = "0801";
    String unknown = "f80105" + "f1010102030405060708" + "fa01021234" + "fd0101020304";
    for (String hex : List.of(unknown + known, known + unknown)) {
      assertThat(parse(new TableExistsResponse(), hex).getExists()).isTrue();
    }
    // a known number with another wire type is unknown, so the field is missing
    for (String bad :
        List.of(
            "0a0101",
            known + "fb01",
            known + "fc01",
            known + "fe01",
            known + "ff01",
            known + "00",
            known + "0700",
            "08ffffffffffffffffffff01",
            "08",
            "0880",
            "f1010102",
            "fd0101",
            "fa01051234",
            "fa01ffffffff0f",
            "fa01ffffffffffffffffff01",
            "8080808080808080800101")) {
      assertThatThrownBy(() -> parse(new TableExistsResponse(), bad))
          .as(bad)
          .isInstanceOf(CorruptMessageException.class);
    }
    // a packed list that ends inside a number, a nested message longer than its parent
    for (String bad : List.of("1a0180", "1a0501", "0a040a05616263", "120b0a0161120162")) {
      assertThatThrownBy(() -> parse(new MetadataRequest(), bad))
          .as(bad)
          .isInstanceOf(CorruptMessageException.class);
    }
  }

  @Test
  void theNumberOfListElementsIsBounded() {
    byte[] bytes = new byte[2 * (MessageInput.MAX_ELEMENTS + 1)];
    for (int i = 0; i < bytes.length; i += 2) {
      bytes[i] = 0x0a;
    }
    assertThatThrownBy(() -> parse(new ListTablesResponse(), bytes))
        .isInstanceOf(CorruptMessageException.class);
  }

  @Test
  void bytesAreSlicesOfTheInput() {
    byte[] encoded =
        new PbProduceLogReqForBucket()
            .setBucketId(1)
            .setRecords(new byte[] {1, 2, 3})
            .toByteArray();
    PbProduceLogReqForBucket read = parse(new PbProduceLogReqForBucket(), encoded);
    encoded[encoded.length - 1] = 9;
    assertThat(read.getRecords()).containsExactly(1, 2, 9);
    assertThat(read.getRecordsSlice().arrayOffset()).isPositive();
    LookupRequest lookup = new LookupRequest().setTableId(1);
    lookup.addBucketsReq().setBucketId(0).addKeys(new byte[] {5}).addKeys(new byte[0]);
    PbLookupReqForBucket bucket =
        parse(new LookupRequest(), lookup.toByteArray()).getBucketsReqAt(0);
    assertThat(bucket.getKeysList()).containsExactly(new byte[] {5}, new byte[0]);
    assertThat(bucket.getKeysSliceAt(0).readByte()).isEqualTo((byte) 5);
    assertThat(bucket.getKeysAt(0)).containsExactly(5);
  }

  @Test
  void payloadsOfFilesEqualArrays(@TempDir Path dir) throws Exception {
    byte[] content = new byte[10_000];
    new Random(4).nextBytes(content);
    Path file = Files.write(dir.resolve("segment"), content);
    AtomicInteger released = new AtomicInteger();
    LimitScanResponse array = new LimitScanResponse().setRecords(content).setIsLogTable(true);
    try (FileChannel channel = FileChannel.open(file)) {
      RecordsPayload payload =
          new RecordsPayload()
              .add(channel, 0, 9_000, released::incrementAndGet)
              .add(Unpooled.wrappedBuffer(content, 9_000, 1_000));
      LimitScanResponse spliced = new LimitScanResponse().setRecords(payload).setIsLogTable(true);
      assertThat(spliced).isEqualTo(array);
      assertThat(spliced.getRecords()).isEqualTo(content);
      assertThat(released).hasValue(0);
      spliced.discard();
      assertThat(released).hasValue(1);
      assertThat(payload.sizeInBytes()).isZero();
      assertThatThrownBy(
              () ->
                  new LimitScanResponse()
                      .setRecords(new RecordsPayload().add(channel, 0, 10_001, () -> {}))
                      .toByteArray())
          .isInstanceOf(java.io.UncheckedIOException.class);
    }
  }

  @Test
  void textsShowNoBytes() {
    assertThat(new AuthenticateRequest().setProtocol("PLAIN").setToken("secret".getBytes()))
        .hasToString("AuthenticateRequest{protocol=PLAIN, token=6 bytes}");
    ListTablesResponse many = new ListTablesResponse();
    for (int i = 0; i < 10_000; i++) {
      many.addTableName("table-" + i);
    }
    assertThat(many.toString()).hasSizeLessThan(2100);
  }
}

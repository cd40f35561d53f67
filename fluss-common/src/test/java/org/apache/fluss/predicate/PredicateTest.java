// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.GenericRow;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.types.RowType;
import org.apache.fluss.utils.PartitionUtils;
import org.junit.jupiter.api.Test;

/** Conditions on rows and on statistics of batches. */
class PredicateTest {
  private static final RowType TYPE =
      RowType.of(
          new DataType[] {DataTypes.INT(), DataTypes.STRING()}, new String[] {"number", "text"});
  private static final PredicateBuilder BUILDER = new PredicateBuilder(TYPE);

  @Test
  void conditionsHoldOfRowsAndNeverMissABatchThatHasOne() {
    Random random = new Random(5);
    for (int i = 0; i < 1_500; i++) {
      Integer literal = value(random);
      BinaryString text = literal == null ? null : BinaryString.fromString("" + literal);
      List<Object> several = Arrays.asList(value(random), value(random));
      check(random, BUILDER.equal(0, literal), (n, t) -> equal(n, literal));
      check(random, BUILDER.notEqual(0, literal), (n, t) -> both(n, literal) && !equal(n, literal));
      check(random, BUILDER.lessThan(0, literal), (n, t) -> both(n, literal) && n < literal);
      check(random, BUILDER.lessOrEqual(0, literal), (n, t) -> both(n, literal) && n <= literal);
      check(random, BUILDER.greaterThan(0, literal), (n, t) -> both(n, literal) && n > literal);
      check(random, BUILDER.greaterOrEqual(0, literal), (n, t) -> both(n, literal) && n >= literal);
      check(random, BUILDER.between(0, 2, 4), (n, t) -> n != null && n >= 2 && n <= 4);
      check(random, BUILDER.isNull(0), (n, t) -> n == null);
      check(random, BUILDER.isNotNull(0), (n, t) -> n != null);
      check(random, BUILDER.in(0, several), (n, t) -> n != null && several.contains(n));
      check(
          random,
          BUILDER.notIn(0, several),
          (n, t) -> n != null && !several.contains(null) && !several.contains(n));
      check(
          random,
          BUILDER.startsWith(1, text),
          (n, t) -> both(t, literal) && t.startsWith("" + literal));
      check(
          random,
          BUILDER.endsWith(1, text),
          (n, t) -> both(t, literal) && t.endsWith("" + literal));
      check(
          random,
          BUILDER.contains(1, text),
          (n, t) -> both(t, literal) && t.contains("" + literal));
      check(
          random,
          PredicateBuilder.or(BUILDER.equal(0, 1), BUILDER.isNull(1)),
          (n, t) -> equal(n, 1) || t == null);
    }
  }

  private static Integer value(Random random) {
    int value = random.nextInt(8);
    return value == 7 ? null : value;
  }

  private static boolean equal(Object a, Object b) {
    return both(a, b) && a.equals(b);
  }

  private static boolean both(Object a, Object b) {
    return a != null && b != null;
  }

  private static void check(
      Random random, Predicate predicate, BiPredicate<Integer, String> expected) {
    int rows = 1 + random.nextInt(3);
    Integer[] numbers = new Integer[rows];
    String[] texts = new String[rows];
    boolean any = false;
    for (int i = 0; i < rows; i++) {
      numbers[i] = value(random);
      texts[i] = random.nextInt(5) == 0 ? null : "" + random.nextInt(100);
      GenericRow row = row(numbers[i], texts[i]);
      boolean met = expected.test(numbers[i], texts[i]);
      assertThat(predicate.test(row)).as("%s of %s", predicate, row).isEqualTo(met);
      any |= met;
      boolean negated = predicate.negate().map(p -> p.test(row)).orElse(!met);
      assertThat(met && negated).isFalse();
    }
    boolean mayHaveOne =
        predicate.test(
            rows,
            row(
                Arrays.stream(numbers).filter(Objects::nonNull).min(Integer::compare).orElse(null),
                Arrays.stream(texts).filter(Objects::nonNull).min(String::compareTo).orElse(null)),
            row(
                Arrays.stream(numbers).filter(Objects::nonNull).max(Integer::compare).orElse(null),
                Arrays.stream(texts).filter(Objects::nonNull).max(String::compareTo).orElse(null)),
            new Long[] {
              Arrays.stream(numbers).filter(Objects::isNull).count(),
              Arrays.stream(texts).filter(Objects::isNull).count()
            });
    assertThat(mayHaveOne || !any).as("%s of a batch", predicate).isTrue();
  }

  private static GenericRow row(Integer number, String text) {
    return GenericRow.of(number, BinaryString.fromString(text));
  }

  @Test
  void conditionsAreTakenApartAndMoved() throws Exception {
    Predicate a = BUILDER.equal(0, 1);
    Predicate b = BUILDER.isNull(1);
    Predicate c = BUILDER.in(0, List.of(1, 2));
    Predicate all = PredicateBuilder.and(a, PredicateBuilder.and(b, c));
    assertThat(PredicateBuilder.splitAnd(all)).containsExactly(a, b, c);
    assertThat(PredicateBuilder.splitOr(all)).containsExactly(all);
    assertThat(PredicateBuilder.containsFields(all, Set.of("text"))).isTrue();
    assertThat(PredicateBuilder.excludePredicateWithFields(List.of(a, b), Set.of("text")))
        .containsExactly(a);
    Predicate moved = PredicateBuilder.transformFieldMapping(a, new int[] {1, -1}).get();
    assertThat(moved.test(GenericRow.of(null, 1))).isTrue();
    assertThat(PredicateBuilder.transformFieldMapping(all, new int[] {1, -1})).isEmpty();
    assertThat(
            PredicateBuilder.pickTransformFieldMapping(
                List.of(a, b), List.of("number", "text"), List.of("x", "number")))
        .containsExactly(moved);
    assertThat(all.visit(new PartitionPredicateVisitor(List.of("number")))).isFalse();
    assertThat(a.visit(new PartitionPredicateVisitor(List.of("number")))).isTrue();
    assertThat(PredicateBuilder.andNullable(null, a)).isEqualTo(a);
    assertThat(PredicateBuilder.andNullable(new ArrayList<>())).isNull();
    assertThatThrownBy(PredicateBuilder::or).isInstanceOf(IllegalArgumentException.class);

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(all);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      Predicate read = (Predicate) in.readObject();
      assertThat(read).isEqualTo(all).hasSameHashCodeAs(all);
      assertThat(read.test(row(1, null))).isTrue();
    }
  }

  @Test
  void partitionValuesBecomeTypedConditions() {
    DataType[] types = {
      DataTypes.STRING(),
      DataTypes.BOOLEAN(),
      DataTypes.BYTES(),
      DataTypes.TINYINT(),
      DataTypes.SMALLINT(),
      DataTypes.INT(),
      DataTypes.BIGINT(),
      DataTypes.FLOAT(),
      DataTypes.DOUBLE(),
      DataTypes.DATE(),
      DataTypes.TIME(3),
      DataTypes.TIMESTAMP(9),
      DataTypes.TIMESTAMP_LTZ(9)
    };
    Object[] values = {
      BinaryString.fromString("us"),
      true,
      new byte[] {1, -1},
      (byte) -5,
      (short) 300,
      -70_000,
      1L << 40,
      Float.NEGATIVE_INFINITY,
      1e10,
      -1,
      86_399_999,
      TimestampNtz.fromMillis(-1, 999_999),
      TimestampLtz.fromEpochMillis(1_700_000_000_000L)
    };
    for (int i = 0; i < types.length; i++) {
      String text = PartitionUtils.convertValueOfType(values[i], types[i].getTypeRoot());
      RowType partitionType = RowType.of(types[i]);
      Map<String, String> spec = Map.of("f0", text);
      assertThat(PredicateBuilder.convertSpecToInternal(spec, partitionType).get("f0"))
          .as("%s", types[i])
          .isEqualTo(values[i]);
      assertThat(PredicateBuilder.partition(spec, partitionType).test(GenericRow.of(values[i])))
          .isTrue();
    }
  }

  @Test
  void javaValuesBecomeLiterals() {
    assertThat(PredicateBuilder.convertJavaObject(DataTypes.DATE(), LocalDate.ofEpochDay(7)))
        .isEqualTo(7);
    assertThat(PredicateBuilder.convertJavaObject(DataTypes.SMALLINT(), 7)).isEqualTo((short) 7);
    assertThat(PredicateBuilder.convertJavaObject(DataTypes.DECIMAL(5, 2), BigDecimal.ONE))
        .isEqualTo(Decimal.fromUnscaledLong(100, 5, 2));
    assertThatThrownBy(
            () -> PredicateBuilder.convertJavaObject(DataTypes.ARRAY(DataTypes.INT()), 1))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}

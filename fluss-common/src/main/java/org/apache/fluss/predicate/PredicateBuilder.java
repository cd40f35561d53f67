// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.predicate;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.row.BinaryString;
import org.apache.fluss.row.Decimal;
import org.apache.fluss.row.TimestampLtz;
import org.apache.fluss.row.TimestampNtz;
import org.apache.fluss.types.DataField;
import org.apache.fluss.types.DataType;
import org.apache.fluss.types.DecimalType;
import org.apache.fluss.types.RowType;

/**
 * Makes conditions on rows of one type. Fields are given by position from 0, literals as rows hold
 * them, see {@link org.apache.fluss.row.InternalRow}. Thread safe.
 */
@PublicEvolving
public class PredicateBuilder {
  private final RowType rowType;

  public PredicateBuilder(RowType rowType) {
    this.rowType = rowType;
  }

  /** Position of a field, -1 if there is none of the name. */
  public int indexOf(String field) {
    return rowType.getFieldIndex(field);
  }

  public Predicate equal(int idx, Object literal) {
    return leaf(Equal.INSTANCE, idx, literal);
  }

  public Predicate notEqual(int idx, Object literal) {
    return leaf(NotEqual.INSTANCE, idx, literal);
  }

  public Predicate lessThan(int idx, Object literal) {
    return leaf(LessThan.INSTANCE, idx, literal);
  }

  public Predicate lessOrEqual(int idx, Object literal) {
    return leaf(LessOrEqual.INSTANCE, idx, literal);
  }

  public Predicate greaterThan(int idx, Object literal) {
    return leaf(GreaterThan.INSTANCE, idx, literal);
  }

  public Predicate greaterOrEqual(int idx, Object literal) {
    return leaf(GreaterOrEqual.INSTANCE, idx, literal);
  }

  public Predicate isNull(int idx) {
    return leaf(IsNull.INSTANCE, idx);
  }

  public Predicate isNotNull(int idx) {
    return leaf(IsNotNull.INSTANCE, idx);
  }

  public Predicate startsWith(int idx, Object patternLiteral) {
    return leaf(StartsWith.INSTANCE, idx, patternLiteral);
  }

  public Predicate endsWith(int idx, Object patternLiteral) {
    return leaf(EndsWith.INSTANCE, idx, patternLiteral);
  }

  public Predicate contains(int idx, Object patternLiteral) {
    return leaf(Contains.INSTANCE, idx, patternLiteral);
  }

  public Predicate leaf(NullFalseLeafBinaryFunction function, int idx, Object literal) {
    return leaf((LeafFunction) function, idx, Collections.singletonList(literal));
  }

  public Predicate leaf(LeafUnaryFunction function, int idx) {
    return leaf((LeafFunction) function, idx, Collections.emptyList());
  }

  private Predicate leaf(LeafFunction function, int idx, List<Object> literals) {
    DataField field = rowType.getFields().get(idx);
    return new LeafPredicate(function, field.getType(), idx, field.getName(), literals);
  }

  public Predicate in(int idx, List<Object> literals) {
    return leaf(In.INSTANCE, idx, new ArrayList<>(literals));
  }

  public Predicate notIn(int idx, List<Object> literals) {
    return leaf(NotIn.INSTANCE, idx, new ArrayList<>(literals));
  }

  /** Both bounds are included. */
  public Predicate between(int idx, Object includedLowerBound, Object includedUpperBound) {
    return and(greaterOrEqual(idx, includedLowerBound), lessOrEqual(idx, includedUpperBound));
  }

  public static Predicate and(Predicate... predicates) {
    return and(Arrays.asList(predicates));
  }

  /** Throws {@link IllegalArgumentException} if there is no condition. */
  public static Predicate and(List<Predicate> predicates) {
    return combine(And.INSTANCE, predicates);
  }

  /** Ignores conditions that are null; null if there is no other. */
  public static Predicate andNullable(Predicate... predicates) {
    return andNullable(Arrays.asList(predicates));
  }

  /** Ignores conditions that are null; null if there is no other. */
  public static Predicate andNullable(List<Predicate> predicates) {
    List<Predicate> present =
        predicates.stream().filter(Objects::nonNull).collect(Collectors.toList());
    return present.isEmpty() ? null : and(present);
  }

  public static Predicate or(Predicate... predicates) {
    return or(Arrays.asList(predicates));
  }

  /** Throws {@link IllegalArgumentException} if there is no condition. */
  public static Predicate or(List<Predicate> predicates) {
    return combine(Or.INSTANCE, predicates);
  }

  private static Predicate combine(
      CompoundPredicate.Function function, List<Predicate> predicates) {
    if (predicates.isEmpty()) {
      throw new IllegalArgumentException(function + " needs at least one condition");
    }
    return predicates.size() == 1
        ? predicates.get(0)
        : new CompoundPredicate(function, new ArrayList<>(predicates));
  }

  /** The conditions that must all be met, found within ANDs; none for null. */
  public static List<Predicate> splitAnd(Predicate predicate) {
    List<Predicate> parts = new ArrayList<>();
    split(And.INSTANCE, predicate, parts);
    return parts;
  }

  /** The conditions one of which must be met, found within ORs; none for null. */
  public static List<Predicate> splitOr(Predicate predicate) {
    List<Predicate> parts = new ArrayList<>();
    split(Or.INSTANCE, predicate, parts);
    return parts;
  }

  private static void split(
      CompoundPredicate.Function function, Predicate predicate, List<Predicate> parts) {
    if (predicate instanceof CompoundPredicate
        && ((CompoundPredicate) predicate).function().equals(function)) {
      ((CompoundPredicate) predicate).children().forEach(child -> split(function, child, parts));
    } else if (predicate != null) {
      parts.add(predicate);
    }
  }

  /**
   * The value as rows hold it, of a value as Java programs usually do; null for null.
   *
   * @throws UnsupportedOperationException if the type has no literals
   */
  public static Object convertJavaObject(DataType literalType, Object o) {
    if (o == null) {
      return null;
    }
    switch (literalType.getTypeRoot()) {
      case BOOLEAN:
      case BINARY:
      case BYTES:
        return o;
      case CHAR:
      case STRING:
        return BinaryString.fromString(o.toString());
      case TINYINT:
        return ((Number) o).byteValue();
      case SMALLINT:
        return ((Number) o).shortValue();
      case INTEGER:
        return ((Number) o).intValue();
      case BIGINT:
        return ((Number) o).longValue();
      case FLOAT:
        return ((Number) o).floatValue();
      case DOUBLE:
        return ((Number) o).doubleValue();
      case DECIMAL:
        DecimalType decimal = (DecimalType) literalType;
        return Decimal.fromBigDecimal((BigDecimal) o, decimal.getPrecision(), decimal.getScale());
      case DATE:
        if (o instanceof Number) {
          return ((Number) o).intValue();
        }
        return (int) (o instanceof Date ? ((Date) o).toLocalDate() : (LocalDate) o).toEpochDay();
      case TIME_WITHOUT_TIME_ZONE:
        if (o instanceof Number) {
          return ((Number) o).intValue();
        }
        LocalTime time = o instanceof Time ? ((Time) o).toLocalTime() : (LocalTime) o;
        return (int) (time.toNanoOfDay() / 1_000_000);
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return o instanceof TimestampNtz
            ? o
            : TimestampNtz.fromLocalDateTime(
                o instanceof Timestamp ? ((Timestamp) o).toLocalDateTime() : (LocalDateTime) o);
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return o instanceof TimestampLtz
            ? o
            : TimestampLtz.fromInstant(
                o instanceof Timestamp ? ((Timestamp) o).toInstant() : (Instant) o);
      default:
        throw new UnsupportedOperationException("There are no literals of type " + literalType);
    }
  }

  /** The conditions whose fields all have another position, there; the others are left out. */
  public static List<Predicate> pickTransformFieldMapping(
      List<Predicate> predicates, List<String> inputFields, List<String> pickedFields) {
    return pickTransformFieldMapping(
        predicates, inputFields.stream().mapToInt(pickedFields::indexOf).toArray());
  }

  /** The conditions whose fields all have another position, there; the others are left out. */
  public static List<Predicate> pickTransformFieldMapping(
      List<Predicate> predicates, int[] fieldIdxMapping) {
    List<Predicate> picked = new ArrayList<>();
    for (Predicate predicate : predicates) {
      transformFieldMapping(predicate, fieldIdxMapping).ifPresent(picked::add);
    }
    return picked;
  }

  /**
   * The condition with its fields at other positions.
   *
   * @param fieldIdxMapping new position of each field, negative for none
   * @return empty if a field has no new position
   */
  public static Optional<Predicate> transformFieldMapping(
      Predicate predicate, int[] fieldIdxMapping) {
    if (predicate instanceof CompoundPredicate) {
      CompoundPredicate compound = (CompoundPredicate) predicate;
      List<Predicate> children = pickTransformFieldMapping(compound.children(), fieldIdxMapping);
      return children.size() == compound.children().size()
          ? Optional.of(new CompoundPredicate(compound.function(), children))
          : Optional.empty();
    }
    LeafPredicate leaf = (LeafPredicate) predicate;
    int position = fieldIdxMapping[leaf.index()];
    return position < 0
        ? Optional.empty()
        : Optional.of(
            new LeafPredicate(
                leaf.function(), leaf.type(), position, leaf.fieldName(), leaf.literals()));
  }

  /** Whether the condition is on any of the fields; false for null. */
  public static boolean containsFields(Predicate predicate, Set<String> fields) {
    if (predicate instanceof CompoundPredicate) {
      return ((CompoundPredicate) predicate)
          .children().stream().anyMatch(child -> containsFields(child, fields));
    }
    return predicate != null && fields.contains(((LeafPredicate) predicate).fieldName());
  }

  /** The conditions that are on none of the fields; none for null. */
  public static List<Predicate> excludePredicateWithFields(
      List<Predicate> predicates, Set<String> fields) {
    return predicates == null
        ? Collections.emptyList()
        : predicates.stream()
            .filter(predicate -> !containsFields(predicate, fields))
            .collect(Collectors.toList());
  }

  /** The typed values of partition values, by column name. */
  public static Map<String, Object> convertSpecToInternal(
      Map<String, String> spec, RowType partType) {
    Map<String, Object> values = new LinkedHashMap<>();
    spec.forEach(
        (key, text) -> {
          DataField field = partType.getField(key);
          values.put(key, text == null ? null : PartitionText.parse(text, field.getType()));
        });
    return values;
  }

  /** The condition to be in a partition, given by some of its values; null without values. */
  public static Predicate partition(Map<String, String> map, RowType partitionType) {
    PredicateBuilder builder = new PredicateBuilder(partitionType);
    List<Predicate> conditions = new ArrayList<>();
    convertSpecToInternal(map, partitionType)
        .forEach(
            (key, value) -> {
              int idx = builder.indexOf(key);
              conditions.add(value == null ? builder.isNull(idx) : builder.equal(idx, value));
            });
    return andNullable(conditions);
  }

  /** The condition to be in one of the partitions. */
  public static Predicate partitions(List<Map<String, String>> partitions, RowType partitionType) {
    List<Predicate> conditions = new ArrayList<>();
    partitions.forEach(spec -> conditions.add(partition(spec, partitionType)));
    return or(conditions);
  }
}

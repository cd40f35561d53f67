// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import org.apache.fluss.annotation.PublicStable;

/**
 * One answer per kind of type.
 *
 * @param <R> the answer
 */
@PublicStable
public interface DataTypeVisitor<R> {
  R visit(CharType charType);

  R visit(StringType stringType);

  R visit(BooleanType booleanType);

  R visit(BinaryType binaryType);

  R visit(BytesType bytesType);

  R visit(DecimalType decimalType);

  R visit(TinyIntType tinyIntType);

  R visit(SmallIntType smallIntType);

  R visit(IntType intType);

  R visit(BigIntType bigIntType);

  R visit(FloatType floatType);

  R visit(DoubleType doubleType);

  R visit(DateType dateType);

  R visit(TimeType timeType);

  R visit(TimestampType timestampType);

  R visit(LocalZonedTimestampType localZonedTimestampType);

  R visit(ArrayType arrayType);

  R visit(MapType mapType);

  R visit(RowType rowType);
}

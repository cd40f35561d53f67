// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.row;

import org.apache.fluss.annotation.PublicEvolving;

/** Overwrites values of fixed width in place, by position from 0. */
@PublicEvolving
public interface DataSetters {
  void setNullAt(int pos);

  void setBoolean(int pos, boolean value);

  void setByte(int pos, byte value);

  void setShort(int pos, short value);

  void setInt(int pos, int value);

  void setLong(int pos, long value);

  void setFloat(int pos, float value);

  void setDouble(int pos, double value);

  void setDecimal(int pos, Decimal value, int precision);

  void setTimestampNtz(int pos, TimestampNtz value, int precision);

  void setTimestampLtz(int pos, TimestampLtz value, int precision);
}

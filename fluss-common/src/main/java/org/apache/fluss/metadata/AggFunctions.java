// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Collections;
import java.util.Map;
import org.apache.fluss.annotation.PublicEvolving;

/** The aggregation functions. A null value takes no part unless said otherwise. */
@PublicEvolving
public final class AggFunctions {
  public static final String DEFAULT_LISTAGG_DELIMITER = ",";
  public static final String PARAM_DELIMITER = "delimiter";

  private AggFunctions() {}

  /** Adds the values up. */
  public static AggFunction SUM() {
    return of(AggFunctionType.SUM);
  }

  /** Multiplies the values. */
  public static AggFunction PRODUCT() {
    return of(AggFunctionType.PRODUCT);
  }

  /** Keeps the largest value. */
  public static AggFunction MAX() {
    return of(AggFunctionType.MAX);
  }

  /** Keeps the smallest value. */
  public static AggFunction MIN() {
    return of(AggFunctionType.MIN);
  }

  /** Keeps the value written last, null included. */
  public static AggFunction LAST_VALUE() {
    return of(AggFunctionType.LAST_VALUE);
  }

  /** Keeps the value written last that is not null. */
  public static AggFunction LAST_VALUE_IGNORE_NULLS() {
    return of(AggFunctionType.LAST_VALUE_IGNORE_NULLS);
  }

  /** Keeps the value written first, null included. */
  public static AggFunction FIRST_VALUE() {
    return of(AggFunctionType.FIRST_VALUE);
  }

  /** Keeps the value written first that is not null. */
  public static AggFunction FIRST_VALUE_IGNORE_NULLS() {
    return of(AggFunctionType.FIRST_VALUE_IGNORE_NULLS);
  }

  /** Joins texts by {@link #DEFAULT_LISTAGG_DELIMITER}. */
  public static AggFunction LISTAGG() {
    return of(AggFunctionType.LISTAGG);
  }

  /** Joins texts by the given delimiter. */
  public static AggFunction LISTAGG(String delimiter) {
    return of(AggFunctionType.LISTAGG, Collections.singletonMap(PARAM_DELIMITER, delimiter));
  }

  /** Another name for {@link #LISTAGG()}. */
  public static AggFunction STRING_AGG() {
    return of(AggFunctionType.STRING_AGG);
  }

  /** Joins texts by the given delimiter. */
  public static AggFunction STRING_AGG(String delimiter) {
    return of(AggFunctionType.STRING_AGG, Collections.singletonMap(PARAM_DELIMITER, delimiter));
  }

  /** True if all values are. */
  public static AggFunction BOOL_AND() {
    return of(AggFunctionType.BOOL_AND);
  }

  /** True if any value is. */
  public static AggFunction BOOL_OR() {
    return of(AggFunctionType.BOOL_OR);
  }

  /** Unites serialized Roaring bitmaps of 32-bit numbers. */
  public static AggFunction RBM32() {
    return of(AggFunctionType.RBM32);
  }

  /** Unites serialized Roaring bitmaps of 64-bit numbers. */
  public static AggFunction RBM64() {
    return of(AggFunctionType.RBM64);
  }

  /**
   * @param parameters parameters by name, not checked here; null for none
   */
  public static AggFunction of(AggFunctionType type, Map<String, String> parameters) {
    return new AggFunction(type, parameters);
  }

  /** A function without parameters. */
  public static AggFunction of(AggFunctionType type) {
    return new AggFunction(type, null);
  }
}

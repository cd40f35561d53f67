// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.Arrays;
import java.util.Locale;

/** Reads enum constants from the text of options, in any case. */
final class EnumText {
  private EnumText() {}

  static <E extends Enum<E>> E parse(Class<E> type, String what, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "'%s' is no %s; choose one of %s.",
            text, what, Arrays.toString(type.getEnumConstants())));
  }
}

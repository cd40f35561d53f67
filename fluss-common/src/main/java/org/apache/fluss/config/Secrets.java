// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.fluss.annotation.Internal;

/** Which settings are secrets, so that no log, message or page shows them. */
@Internal
public final class Secrets {
  private static final Pattern SECRET =
      Pattern.compile(
          "password|secret|jaas[.-]config|account[.-]key|access[.-]?key|session[.-]token"
              + "|encryption[.-]key|sasl\\.plain\\.credentials|(^|[.-])token$|sas[.-]token|api[.-]key");

  private Secrets() {}

  /** Whether the value of {@code key} must not be shown. */
  public static boolean isSecret(String key) {
    return SECRET.matcher(key.toLowerCase(Locale.ROOT)).find();
  }

  /** The value as it may be shown. */
  public static String mask(String key, Object value) {
    return value instanceof Password || isSecret(key)
        ? Password.HIDDEN_CONTENT
        : String.valueOf(value);
  }
}

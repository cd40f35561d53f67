// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.doctor;

import java.util.Objects;

/** What one check found. Immutable. */
public final class Finding {

  /** How good it is; later ones are worse. */
  public enum Level {
    /** All is well. */
    PASS,
    /** It works, but should be looked at. */
    WARN,
    /** It does not work. */
    FAIL
  }

  private final Level level;
  private final String check;
  private final String text;

  private Finding(Level level, String check, String text) {
    this.level = level;
    this.check = Objects.requireNonNull(check, "check");
    this.text = Objects.requireNonNull(text, "text");
  }

  /** All is well. */
  public static Finding pass(String check, String text) {
    return new Finding(Level.PASS, check, text);
  }

  /** To be looked at; the text says what to change. */
  public static Finding warn(String check, String text) {
    return new Finding(Level.WARN, check, text);
  }

  /** Does not work; the text says what to change. */
  public static Finding fail(String check, String text) {
    return new Finding(Level.FAIL, check, text);
  }

  /** How good it is. */
  public Level level() {
    return level;
  }

  /** What was checked, in a word or two. */
  public String check() {
    return check;
  }

  /** What was found, and for a failure what to change; no secrets. */
  public String text() {
    return text;
  }

  @Override
  public String toString() {
    return level + "  " + check + ": " + text;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metrics;

import org.apache.fluss.annotation.PublicEvolving;

/** Replaces what a reporter does not allow in names. */
@PublicEvolving
@FunctionalInterface
public interface CharacterFilter {

  /** Leaves everything as it is. */
  CharacterFilter NO_OP_FILTER = input -> input;

  /** The text with only allowed characters. */
  String filterCharacters(String input);
}

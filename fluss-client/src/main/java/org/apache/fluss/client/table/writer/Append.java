// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;

/** Configures writers of a log table. Immutable. */
@PublicEvolving
public interface Append {
  AppendWriter createWriter();

  /**
   * A writer of objects.
   *
   * @param pojoClass a public class with a public constructor without arguments and a field for
   *     every column
   * @throws IllegalArgumentException if the class does not fit the table
   */
  <T> TypedAppendWriter<T> createTypedWriter(Class<T> pojoClass);
}

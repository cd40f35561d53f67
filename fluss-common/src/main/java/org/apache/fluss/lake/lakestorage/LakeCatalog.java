// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.lakestorage;

import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.metadata.TableChange;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.security.acl.FlussPrincipal;

/** The tables of the lake, as the coordinator makes and changes them. Thread-safe. */
@PublicEvolving
public interface LakeCatalog extends AutoCloseable {

  /**
   * Makes the lake table of a Fluss table. One that is there already and fits is taken over; {@link
   * TableAlreadyExistException} if it does not fit.
   */
  void createTable(TablePath tablePath, TableDescriptor tableDescriptor, Context context)
      throws TableAlreadyExistException;

  /** Changes the lake table; {@link TableNotExistException} if there is none. */
  void alterTable(TablePath tablePath, List<TableChange> tableChanges, Context context)
      throws TableNotExistException;

  /** Frees connections. */
  @Override
  default void close() throws Exception {}

  /** For whom and on which table the catalog works. */
  @PublicEvolving
  interface Context {

    /** True for CREATE TABLE, false when ALTER TABLE enables the lake. */
    boolean isCreatingFlussTable();

    /** Who asked. */
    FlussPrincipal getFlussPrincipal();

    /** The Fluss table before the change; null while it is created. */
    TableDescriptor getCurrentTable();

    /** The Fluss table after the change. */
    TableDescriptor getExpectedTable();
  }
}

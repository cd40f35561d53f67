// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.util.function.Consumer;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Table operations that look at what a commit builds on, at every attempt. Iceberg repeats a commit
 * on top of whatever others committed; rows must not be repeated on top of themselves.
 */
final class CommitGate implements TableOperations {

  private final TableOperations table;
  private final Consumer<TableMetadata> check;
  private boolean attempted;
  private boolean committed;

  /**
   * @param check throws when a commit must not build on this metadata
   */
  CommitGate(TableOperations table, Consumer<TableMetadata> check) {
    this.table = table;
    this.check = check;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    check.accept(base);
    attempted = true;
    table.commit(base, metadata);
    committed = true;
  }

  /** Whether the catalog was ever asked to commit. */
  boolean attempted() {
    return attempted;
  }

  @Override
  public TableMetadata current() {
    return table.current();
  }

  /**
   * Looks here too: Iceberg takes a refused attempt that arrived all the same for done, without
   * another commit, and then deletes the manifest list the table refers to.
   */
  @Override
  public TableMetadata refresh() {
    TableMetadata base = table.refresh();
    if (!committed) {
      check.accept(base);
    }
    return base;
  }

  @Override
  public FileIO io() {
    return table.io();
  }

  @Override
  public EncryptionManager encryption() {
    return table.encryption();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return table.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return table.locationProvider();
  }

  @Override
  public TableOperations temp(TableMetadata uncommittedMetadata) {
    return table.temp(uncommittedMetadata);
  }

  @Override
  public long newSnapshotId() {
    return table.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return table.requireStrictCleanup();
  }
}

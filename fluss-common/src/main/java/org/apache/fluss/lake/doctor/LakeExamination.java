// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.doctor;

import java.util.Map;
import java.util.Optional;
import org.apache.fluss.metadata.TableDescriptor;
import org.apache.fluss.metadata.TablePath;

/** What a {@link LakeDoctor} is asked to look at. Immutable. */
public final class LakeExamination {
  private final Map<String, String> lake;
  private final String remoteDataDir;
  private final boolean startOnly;
  private final boolean createsTable;
  private final TablePath table;
  private final TableDescriptor descriptor;

  private LakeExamination(
      Map<String, String> lake,
      String remoteDataDir,
      boolean startOnly,
      boolean createsTable,
      TablePath table,
      TableDescriptor descriptor) {
    this.lake = Map.copyOf(lake);
    this.remoteDataDir = remoteDataDir;
    this.startOnly = startOnly;
    this.createsTable = createsTable;
    this.table = table;
    this.descriptor = descriptor;
  }

  /**
   * Everything that can be checked.
   *
   * @param lake properties as of {@link org.apache.fluss.lake.lakestorage.LakeProperties}
   * @param remoteDataDir null if there is none
   */
  public static LakeExamination of(Map<String, String> lake, String remoteDataDir) {
    return new LakeExamination(lake, remoteDataDir, false, false, null, null);
  }

  /** Only what needs no call over the network, for the start of a process. */
  public LakeExamination startOnly() {
    return new LakeExamination(lake, remoteDataDir, true, createsTable, table, descriptor);
  }

  /** Also whether a database and a table can be made, written, read and dropped. */
  public LakeExamination creatingTable() {
    return new LakeExamination(lake, remoteDataDir, startOnly, true, table, descriptor);
  }

  /**
   * Also the lake table of this Fluss table.
   *
   * @param tableDescriptor null if the cluster cannot be asked
   */
  public LakeExamination ofTable(TablePath path, TableDescriptor tableDescriptor) {
    return new LakeExamination(lake, remoteDataDir, startOnly, createsTable, path, tableDescriptor);
  }

  /** Catalog options, without {@code datalake.FORMAT.}. */
  public Map<String, String> lake() {
    return lake;
  }

  /** Where servers put remote data. */
  public Optional<String> remoteDataDir() {
    return Optional.ofNullable(remoteDataDir);
  }

  /** Whether only what needs no network is wanted. */
  public boolean isStartOnly() {
    return startOnly;
  }

  /** Whether a table may be made and dropped. */
  public boolean createsTable() {
    return createsTable;
  }

  /** A table to look at. */
  public Optional<TablePath> table() {
    return Optional.ofNullable(table);
  }

  /** What Fluss knows of that table. */
  public Optional<TableDescriptor> tableDescriptor() {
    return Optional.ofNullable(descriptor);
  }
}

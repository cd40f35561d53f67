// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.TableConfig;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.lake.committer.CommittedLakeSnapshot;
import org.apache.fluss.lake.committer.LakeCommitResult;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.iceberg.catalog.LakeCall;
import org.apache.fluss.lake.iceberg.upkeep.Compaction;
import org.apache.fluss.lake.iceberg.upkeep.CompactionOptions;
import org.apache.fluss.lake.iceberg.upkeep.SnapshotExpiry;
import org.apache.fluss.lake.writer.LakeTieringFactory;
import org.apache.fluss.metadata.TableInfo;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits rounds of one table, each exactly once. The snapshot carries table id, tiering epoch and
 * round; a commit only builds on the newest own snapshot that was seen before, at every attempt;
 * one that is there already is reported, not repeated; and after an unclear answer nothing is
 * deleted. Not thread-safe.
 */
public final class IcebergLakeCommitter
    implements LakeCommitter<IcebergWriteResult, IcebergCommittable> {

  /** Snapshot property: id of the Fluss table. */
  public static final String TABLE_ID = "fluss-table-id";

  /** Snapshot property the tiering engine may give: epoch of the table's lease, a number. */
  public static final String TIERING_EPOCH = "fluss-tiering-epoch";

  /** Snapshot property the tiering engine may give: unique id of the round. */
  public static final String TIERING_ROUND = "fluss-tiering-round";

  /**
   * Property of a lake table that was made anew or rolled back: the snapshot that Fluss knows and
   * whose rows the table shall do without.
   */
  public static final String CONTINUE_AFTER = "fluss.continue-after-snapshot";

  private static final Logger LOG = LoggerFactory.getLogger(IcebergLakeCommitter.class);

  private final Table table;
  private final TableOperations operations;
  private final TableConfig config;
  private final Configuration lakeTiering;
  private final long tableId;
  private final TieringSnapshots snapshots;
  private final AwsDoing doing;

  // newest own snapshot when the caller last compared notes with Fluss
  private Long expected;
  private boolean compared;
  // set when files may be part of the table
  private boolean filesMayBeInUse;

  IcebergLakeCommitter(Table table, TableInfo info, Configuration lakeTiering, AwsDoing doing) {
    this.table = table;
    this.config = info.getTableConfig();
    this.lakeTiering = lakeTiering;
    this.tableId = info.getTableId();
    this.operations = ((HasTableOperations) table).operations();
    this.snapshots = new TieringSnapshots(tableId);
    this.doing = doing;
  }

  @Override
  public IcebergCommittable toCommittable(List<IcebergWriteResult> results) {
    return new IcebergCommittable(results);
  }

  @Override
  public CommittedLakeSnapshot getMissingLakeSnapshot(Long knownToFluss) throws IOException {
    return LakeCall.run(
        doing,
        () -> {
          TableMetadata metadata = operations.refresh();
          Optional<Snapshot> newest = snapshots.newest(metadata);
          expected = newest.map(Snapshot::snapshotId).orElse(null);
          compared = true;
          Snapshot known = knownToFluss == null ? null : metadata.snapshot(knownToFluss);
          if (knownToFluss != null) {
            ensureHolds(metadata, knownToFluss, newest.isEmpty());
          }
          if (newest.isEmpty() || newest.get().snapshotId() == orNone(knownToFluss)) {
            return null;
          }
          if (known != null && newest.get().sequenceNumber() <= known.sequenceNumber()) {
            return null;
          }
          if (knownToFluss != null && known == null) {
            LOG.warn(
                "Lake snapshot {} that Fluss refers to was expired outside; going on from {}",
                knownToFluss,
                newest.get().snapshotId());
          }
          return new CommittedLakeSnapshot(newest.get().snapshotId(), newest.get().summary());
        });
  }

  /** Maintenance may expire own snapshots, but not without leaving a gap in the history. */
  private void ensureHolds(TableMetadata metadata, long known, boolean noneIsOwn) {
    Snapshot snapshot = metadata.snapshot(known);
    boolean gone =
        snapshot == null
            ? noneIsOwn && snapshots.isWhole(metadata)
            : snapshots.isLeftOut(metadata, snapshot);
    if (gone && !Long.toString(known).equals(metadata.property(CONTINUE_AFTER, null))) {
      throw new LakeTableSnapshotNotExistException(
          String.format(
              "The history of lake table %s does not hold snapshot %d, up to which Fluss knows its"
                  + " rows to be there: it was dropped and made anew, replaced or rolled back, and"
                  + " rows tiered so far are not in it. Restore the lake table; or, to go on"
                  + " without those rows, set its property '%s' to '%d'.",
              table.name(), known, CONTINUE_AFTER, known));
    }
  }

  // Iceberg's ids are positive
  private static long orNone(Long id) {
    return id == null ? -1 : id;
  }

  @Override
  public LakeCommitResult commit(IcebergCommittable files, Map<String, String> given)
      throws IOException {
    Map<String, String> summary = new HashMap<>(given);
    summary.put(TieringSnapshots.COMMIT_USER, LakeTieringFactory.FLUSS_LAKE_TIERING_COMMIT_USER);
    summary.put(TABLE_ID, Long.toString(tableId));
    summary.putIfAbsent(TIERING_ROUND, UUID.randomUUID().toString());
    return LakeCall.<LakeCommitResult, IOException>run(doing, () -> commitOnce(files, summary));
  }

  private LakeCommitResult commitOnce(IcebergCommittable files, Map<String, String> summary)
      throws IOException {
    TableMetadata metadata = operations.refresh();
    Optional<Snapshot> done = sameRound(metadata, summary);
    if (done.isPresent()) {
      LOG.info("Round {} of table {} is in the lake already", summary.get(TIERING_ROUND), tableId);
      filesMayBeInUse = true;
      return LakeCommitResult.committedIsReadable(done.get().snapshotId());
    }
    if (!compared) {
      expected = snapshots.newest(metadata).map(Snapshot::snapshotId).orElse(null);
      compared = true;
    }
    CommitGate gate = new CommitGate(operations, base -> mayBuildOn(base, files, summary));
    SnapshotUpdate<?> update = update(files, new BaseTable(gate, table.name()));
    summary.forEach(update::set);
    try {
      update.commit();
      filesMayBeInUse = true;
    } catch (FencedTieringEpochException e) {
      throw e;
    } catch (RuntimeException e) {
      // a round that arrived is told by this before any attempt
      boolean unclear = gate.attempted() || e instanceof CommitStateUnknownException;
      if (unclear && !(e instanceof CleanableFailure || e instanceof NotFoundException)) {
        // Of attempts only these say that the catalog does not refer to the files: Iceberg's own
        // rule, and a table that is gone.
        filesMayBeInUse = true;
        return lookAgain(summary, e);
      }
      throw new IOException(
          "The commit of round "
              + summary.get(TIERING_ROUND)
              + " to "
              + table.name()
              + " failed: "
              + e.getMessage(),
          e);
    }
    // the table, not the gate, holds what was committed
    long id =
        sameRound(operations.refresh(), summary)
            .map(Snapshot::snapshotId)
            .orElseThrow(
                () ->
                    new UnclearCommitException(
                        "Round "
                            + summary.get(TIERING_ROUND)
                            + " was committed to "
                            + table.name()
                            + ", but its snapshot is not in the table's history any more.",
                        null));
    expected = id;
    return LakeCommitResult.committedIsReadable(id);
  }

  private LakeCommitResult lookAgain(Map<String, String> summary, RuntimeException e)
      throws UnclearCommitException {
    Optional<Snapshot> arrived;
    try {
      arrived = sameRound(operations.refresh(), summary);
    } catch (RuntimeException again) {
      e.addSuppressed(again);
      arrived = Optional.empty();
    }
    if (arrived.isPresent()) {
      LOG.warn("The catalog's answer was unclear, but the commit to {} is there", table.name(), e);
      expected = arrived.get().snapshotId();
      return LakeCommitResult.committedIsReadable(arrived.get().snapshotId());
    }
    throw new UnclearCommitException(
        "GLUE-UNKNOWN-COMMIT: whether round "
            + summary.get(TIERING_ROUND)
            + " is in "
            + table.name()
            + " is unknown; its files are kept and the next round looks again. Cause: "
            + e.getMessage(),
        e);
  }

  private Optional<Snapshot> sameRound(TableMetadata metadata, Map<String, String> summary) {
    // others may have built upon it since
    return snapshots.first(metadata, snapshot -> isRound(snapshot, summary));
  }

  private static boolean isRound(Snapshot snapshot, Map<String, String> summary) {
    return Objects.equals(snapshot.summary().get(TIERING_ROUND), summary.get(TIERING_ROUND))
        && Objects.equals(snapshot.summary().get(TIERING_EPOCH), summary.get(TIERING_EPOCH));
  }

  private void mayBuildOn(
      TableMetadata base, IcebergCommittable files, Map<String, String> summary) {
    Snapshot newest = snapshots.newest(base).orElse(null);
    if (newest == null) {
      if (expected == null || (base.snapshot(expected) == null && !snapshots.isWhole(base))) {
        // nothing of ours yet, or it was expired outside
        return;
      }
      throw new ValidationException(
          "Snapshot %s of this table's tiering is no longer in its history (rolled back or"
              + " replaced?).",
          expected);
    }
    if (expected != null && newest.snapshotId() == expected) {
      if (newest.sequenceNumber() > files.baseSequence()) {
        throw new ValidationException(
            "A writer looked for the rows it replaces in an older snapshot than %s.", expected);
      }
      // whatever its epoch: the epochs of a released coordinator start over when it restarts
      return;
    }
    Optional<Snapshot> arrived = sameRound(base, summary);
    if (arrived.isPresent()) {
      // An attempt of this very commit arrived though its answer said otherwise; nothing of it may
      // be cleaned up.
      throw new CommitStateUnknownException(
          "The round is in the lake although the catalog refused it",
          new IllegalStateException(
              "snapshot " + arrived.get().snapshotId() + " carries this round"));
    }
    long theirs = epoch(newest.summary());
    long ours = epoch(summary);
    if (ours >= 0 && theirs > ours) {
      throw new FencedTieringEpochException(
          "Table "
              + tableId
              + " was tiered by a runner with epoch "
              + theirs
              + " meanwhile; this one has "
              + ours
              + ".");
    }
    throw new ValidationException(
        "Another round was committed meanwhile (snapshot %s); this one must start over from it.",
        newest.snapshotId());
  }

  private static long epoch(Map<String, String> summary) {
    String epoch = summary.get(TIERING_EPOCH);
    return epoch == null || !epoch.matches("\\d{1,18}") ? -1 : Long.parseLong(epoch);
  }

  private static SnapshotUpdate<?> update(IcebergCommittable files, Table gated) {
    if (files.deleteFiles().isEmpty()) {
      AppendFiles append = gated.newAppend();
      files.dataFiles().forEach(append::appendFile);
      return append;
    }
    RowDelta delta = gated.newRowDelta();
    files.dataFiles().forEach(delta::addRows);
    files.deleteFiles().forEach(delta::addDeletes);
    if (files.baseSnapshotId() != null) {
      delta.validateFromSnapshot(files.baseSnapshotId());
    }
    // a file that others rewrote meanwhile holds other rows now: the round is made anew
    return delta.validateDataFilesExist(files.referencedDataFiles());
  }

  @Override
  public void maintain(long registeredSnapshotId) {
    if (config.isDataLakeAutoCompaction()) {
      maintain(
          "compacted, files replaced",
          () ->
              new Compaction(
                      table, new CompactionOptions(lakeTiering), files -> delete(table.io(), files))
                  .run());
    }
    if (config.isDataLakeAutoExpireSnapshot()
        || lakeTiering.get(ConfigOptions.LAKE_TIERING_AUTO_EXPIRE_SNAPSHOT)) {
      maintain("snapshots expired", () -> SnapshotExpiry.run(table, registeredSnapshotId));
    }
  }

  private void maintain(String what, LakeCall.Work<Integer, IOException> work) {
    try {
      int count = LakeCall.run(doing, work);
      if (count > 0) {
        LOG.info("{}: {} {}", table.name(), what, count);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Upkeep of {} failed and is tried again after another round", table.name(), e);
    }
  }

  @Override
  public void abort(IcebergCommittable files) throws IOException {
    if (filesMayBeInUse) {
      LOG.warn("Not deleting {} files: {} may use them", files.locations().size(), table.name());
      return;
    }
    LakeCall.run(
        doing,
        () -> {
          delete(table.io(), files.locations());
          return null;
        });
  }

  @Override
  public boolean commitMayHaveHappened() {
    return filesMayBeInUse;
  }

  static void delete(FileIO io, List<String> locations) {
    try {
      if (io instanceof SupportsBulkOperations) {
        ((SupportsBulkOperations) io).deleteFiles(locations);
      } else {
        locations.forEach(io::deleteFile);
      }
    } catch (RuntimeException e) {
      // orphans cost space, not correctness
      LOG.warn("Could not delete all of {} uncommitted lake files", locations.size(), e);
    }
  }

  @Override
  public void close() {
    // the catalog and its clients are shared
  }
}

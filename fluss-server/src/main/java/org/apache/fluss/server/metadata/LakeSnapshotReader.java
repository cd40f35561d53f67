// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.metadata;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.server.remote.SmallFile;
import org.apache.fluss.server.zk.LakeTableNode;
import org.apache.fluss.server.zk.MetadataStore;
import org.apache.fluss.utils.json.TableBucketOffsets;

/** The lake snapshots Fluss knows of a table, and how far they reach. Thread-safe. */
public final class LakeSnapshotReader {
  /** No file of offsets is nearly as large: a partition's bucket takes some 20 bytes. */
  private static final int MAX_OFFSETS_FILE_BYTES = 256 << 20;

  private final MetadataStore store;

  public LakeSnapshotReader(MetadataStore store) {
    this.store = store;
  }

  /** A snapshot and the first offset per bucket that it does not contain. Immutable. */
  public static final class LakeSnapshot {
    private final long id;
    private final Map<TableBucket, Long> endOffsets;

    private LakeSnapshot(long id, Map<TableBucket, Long> endOffsets) {
      this.id = id;
      this.endOffsets = endOffsets;
    }

    public long id() {
      return id;
    }

    public Map<TableBucket, Long> endOffsets() {
      return endOffsets;
    }
  }

  /** Empty when nothing of the table was ever committed. */
  public Optional<LakeTableNode> node(long tableId) {
    return store.get(LakeTableNode.path(tableId)).map(node -> LakeTableNode.decode(node.data()));
  }

  /**
   * The snapshot with that id, or the latest.
   *
   * @param snapshotId null for the latest
   * @throws LakeTableSnapshotNotExistException when there is none
   */
  public LakeSnapshot snapshot(TablePath path, long tableId, Long snapshotId) {
    LakeTableNode node = node(tableId).orElseThrow(() -> none(path, "no lake snapshot yet"));
    List<LakeTableNode.Snapshot> snapshots = node.snapshots();
    for (int i = snapshots.size() - 1; i >= 0; i--) {
      LakeTableNode.Snapshot snapshot = snapshots.get(i);
      if (snapshotId == null || snapshot.id() == snapshotId) {
        return read(tableId, node, snapshot.id(), snapshot.tieredOffsetsPath());
      }
    }
    throw none(path, "no lake snapshot " + snapshotId + " any more");
  }

  /**
   * The newest snapshot that readers may use.
   *
   * @throws LakeTableSnapshotNotExistException when there is none
   */
  public LakeSnapshot readableSnapshot(TablePath path, long tableId) {
    LakeTableNode node = node(tableId).orElseThrow(() -> none(path, "no lake snapshot yet"));
    List<LakeTableNode.Snapshot> snapshots = node.snapshots();
    for (int i = snapshots.size() - 1; i >= 0; i--) {
      LakeTableNode.Snapshot snapshot = snapshots.get(i);
      if (node.inlineOffsets().isPresent() || snapshot.readableOffsetsPath() != null) {
        return read(tableId, node, snapshot.id(), snapshot.readableOffsetsPath());
      }
    }
    throw none(path, "no readable lake snapshot yet");
  }

  /** What the latest snapshot contains; empty when there is none. */
  public Map<TableBucket, Long> latestOffsets(TablePath path, long tableId) {
    return node(tableId).isPresent() ? snapshot(path, tableId, null).endOffsets() : Map.of();
  }

  private static LakeTableSnapshotNotExistException none(TablePath path, String why) {
    return new LakeTableSnapshotNotExistException("Table " + path + " has " + why + ".");
  }

  private static LakeSnapshot read(long tableId, LakeTableNode node, long id, String file) {
    if (node.inlineOffsets().isPresent()) {
      return new LakeSnapshot(id, node.inlineOffsets().get());
    }
    return new LakeSnapshot(
        id,
        offsets(tableId, id, file)
            .orElseThrow(
                () ->
                    new StorageException(
                        "The offsets of lake snapshot " + id + " are not in " + file + ".")));
  }

  /**
   * The content of a file of offsets; empty if it is not there.
   *
   * @param id of the snapshot, for messages
   * @throws StorageException if it cannot be read
   */
  public static Optional<Map<TableBucket, Long>> offsets(long tableId, long id, String file) {
    try {
      TableBucketOffsets offsets =
          TableBucketOffsets.fromJsonBytes(
              SmallFile.read(new FsPath(file), MAX_OFFSETS_FILE_BYTES));
      if (offsets.getTableId() != tableId) {
        throw new IOException("It holds offsets of table " + offsets.getTableId() + ".");
      }
      return Optional.of(offsets.getOffsets());
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new StorageException(
          "The offsets of lake snapshot " + id + " cannot be read from " + file + ".", e);
    }
  }
}

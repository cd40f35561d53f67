// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.io.WriteResult;

/** The files of one round of one table. Immutable. */
public final class IcebergCommittable implements Serializable {

  private static final long serialVersionUID = 1L;

  private final ArrayList<DataFile> dataFiles = new ArrayList<>();
  private final ArrayList<DeleteFile> deleteFiles = new ArrayList<>();
  private final ArrayList<CharSequence> referencedDataFiles = new ArrayList<>();
  private Long baseSnapshotId;
  private long baseSequence = Long.MAX_VALUE;

  IcebergCommittable(List<IcebergWriteResult> results) {
    for (IcebergWriteResult result : results) {
      if (result.isKeyed() && result.baseSequence() < baseSequence) {
        baseSequence = result.baseSequence();
        baseSnapshotId = result.baseSnapshotId();
      }
      WriteResult files = result.files();
      dataFiles.addAll(List.of(files.dataFiles()));
      deleteFiles.addAll(List.of(files.deleteFiles()));
      referencedDataFiles.addAll(List.of(files.referencedDataFiles()));
    }
  }

  List<DataFile> dataFiles() {
    return dataFiles;
  }

  List<DeleteFile> deleteFiles() {
    return deleteFiles;
  }

  /** Data files that the delete files point into. */
  List<CharSequence> referencedDataFiles() {
    return referencedDataFiles;
  }

  /** Sequence number of the oldest snapshot in which replaced rows were looked for. */
  long baseSequence() {
    return baseSequence;
  }

  /** That snapshot; null if the table was empty or no rows replace others. */
  Long baseSnapshotId() {
    return baseSnapshotId;
  }

  List<String> locations() {
    List<String> locations = new ArrayList<>();
    for (List<? extends ContentFile<?>> files : List.of(dataFiles, deleteFiles)) {
      files.forEach(file -> locations.add(file.location()));
    }
    return locations;
  }
}

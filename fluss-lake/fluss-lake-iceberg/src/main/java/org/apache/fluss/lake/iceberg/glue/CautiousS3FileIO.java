// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Iceberg's S3 file io, except that it keeps metadata files that Glue may point to. */
public final class CautiousS3FileIO extends S3FileIO {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(CautiousS3FileIO.class);

  /** For Iceberg, by reflection. */
  public CautiousS3FileIO() {}

  @Override
  public void deleteFile(String path) {
    if (isDeletable(path)) {
      super.deleteFile(path);
    }
  }

  @Override
  public void deleteFiles(Iterable<String> paths) throws BulkDeletionFailureException {
    List<String> deletable = new ArrayList<>();
    for (String path : paths) {
      if (isDeletable(path)) {
        deletable.add(path);
      }
    }
    super.deleteFiles(deletable);
  }

  private static boolean isDeletable(String path) {
    if (CommitDoubts.concerns(path)) {
      LOG.warn("Keeping {}: Glue may have made it the table's metadata", path);
      return false;
    }
    return true;
  }
}

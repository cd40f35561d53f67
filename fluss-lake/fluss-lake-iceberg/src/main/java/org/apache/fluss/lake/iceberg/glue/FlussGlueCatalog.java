// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import org.apache.fluss.aws.AwsFailure;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.aws.glue.GlueCatalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/**
 * Iceberg's Glue catalog with its commit fault mended: a commit whose outcome Glue left unclear is
 * never taken for failed, and throttling is a commit to repeat.
 */
public final class FlussGlueCatalog extends GlueCatalog {

  /** For Iceberg, by reflection. */
  public FlussGlueCatalog() {}

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new Operations(super.newTableOps(identifier));
  }

  private static final class Operations implements TableOperations {
    private final TableOperations glue;

    Operations(TableOperations glue) {
      this.glue = glue;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      CommitDoubts.begin();
      try {
        glue.commit(base, metadata);
      } catch (CommitStateUnknownException e) {
        throw e;
      } catch (RuntimeException e) {
        if (CommitDoubts.ofThisCommit() != null) {
          // Iceberg looked and did not find it; it may still arrive
          throw new CommitStateUnknownException(CommitDoubts.ofThisCommit());
        }
        if (AwsFailure.isThrottled(e) && !(e instanceof CommitFailedException)) {
          throw new CommitFailedException(e, "Glue asks for fewer requests");
        }
        throw e;
      } finally {
        CommitDoubts.begin();
      }
    }

    @Override
    public TableMetadata current() {
      return glue.current();
    }

    @Override
    public TableMetadata refresh() {
      return glue.refresh();
    }

    @Override
    public FileIO io() {
      return glue.io();
    }

    @Override
    public EncryptionManager encryption() {
      return glue.encryption();
    }

    @Override
    public String metadataFileLocation(String fileName) {
      return glue.metadataFileLocation(fileName);
    }

    @Override
    public LocationProvider locationProvider() {
      return glue.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommittedMetadata) {
      return glue.temp(uncommittedMetadata);
    }

    @Override
    public long newSnapshotId() {
      return glue.newSnapshotId();
    }

    @Override
    public boolean requireStrictCleanup() {
      return glue.requireStrictCleanup();
    }
  }
}

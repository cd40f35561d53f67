// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.writer;

import java.io.IOException;
import java.io.Serializable;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.lake.committer.CommitterInitContext;
import org.apache.fluss.lake.committer.LakeCommitter;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;

/** Makes the writers and committers of one lake. Serializable, so that jobs carry it along. */
@PublicEvolving
public interface LakeTieringFactory<WriteResult, CommittableT> extends Serializable {

  /** The user that snapshots of tiering carry. */
  String FLUSS_LAKE_TIERING_COMMIT_USER = "__fluss_lake_tiering";

  /** A writer for one bucket and round; the caller closes it. */
  LakeWriter<WriteResult> createLakeWriter(WriterInitContext context) throws IOException;

  /** Results of writers as bytes. */
  SimpleVersionedSerializer<WriteResult> getWriteResultSerializer();

  /** A committer for one table and round; the caller closes it. */
  LakeCommitter<WriteResult, CommittableT> createLakeCommitter(CommitterInitContext context)
      throws IOException;

  /** Committables as bytes. */
  SimpleVersionedSerializer<CommittableT> getCommittableSerializer();
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.metadata;

import java.util.concurrent.CompletableFuture;

/** Gives the schemas one table has had. Thread-safe. */
public interface SchemaGetter {

  /** The schema of this id; may block while it is fetched. */
  Schema getSchema(int schemaId);

  /** The schema of this id; the future fails if there is none or it cannot be fetched. */
  CompletableFuture<SchemaInfo> getSchemaInfoAsync(int schemaId);

  /** The newest schema known here. */
  SchemaInfo getLatestSchemaInfo();

  /** Gives back what this getter holds; it is not used afterwards. */
  void release();
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.metadata;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.rpc.protocol.Errors;

/** The schemas of a table, each fetched once. */
@Internal
public class ClientSchemaGetter implements SchemaGetter {
  private static final long ANSWER_TIMEOUT_SECONDS = 60;

  /** The schemas known. */
  protected final Map<Integer, Schema> schemasById = new ConcurrentHashMap<>();

  private final TablePath tablePath;
  private final Admin admin;
  private volatile SchemaInfo latest;

  public ClientSchemaGetter(TablePath tablePath, SchemaInfo latestSchemaInfo, Admin admin) {
    this.tablePath = tablePath;
    this.admin = admin;
    this.latest = latestSchemaInfo;
    schemasById.put(latestSchemaInfo.getSchemaId(), latestSchemaInfo.getSchema());
  }

  @Override
  public Schema getSchema(int schemaId) {
    Schema known = schemasById.get(schemaId);
    if (known != null) {
      return known;
    }
    try {
      return getSchemaInfoAsync(schemaId).get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS).getSchema();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(schemaId, e);
    } catch (TimeoutException e) {
      throw failed(schemaId, e);
    } catch (ExecutionException e) {
      Throwable failure = Errors.unwrap(e);
      throw failure instanceof RuntimeException
          ? (RuntimeException) failure
          : failed(schemaId, failure);
    }
  }

  private FlussRuntimeException failed(int schemaId, Throwable cause) {
    return new FlussRuntimeException(
        "Schema " + schemaId + " of table " + tablePath + " cannot be fetched.", cause);
  }

  @Override
  public CompletableFuture<SchemaInfo> getSchemaInfoAsync(int schemaId) {
    Schema known = schemasById.get(schemaId);
    if (known != null) {
      return CompletableFuture.completedFuture(new SchemaInfo(known, schemaId));
    }
    return admin
        .getTableSchema(tablePath, schemaId)
        .thenApply(
            found -> {
              schemasById.put(schemaId, found.getSchema());
              synchronized (this) {
                if (found.getSchemaId() > latest.getSchemaId()) {
                  latest = found;
                }
              }
              return found;
            });
  }

  @Override
  public SchemaInfo getLatestSchemaInfo() {
    return latest;
  }

  @Override
  public void release() {
    schemasById.clear();
  }
}

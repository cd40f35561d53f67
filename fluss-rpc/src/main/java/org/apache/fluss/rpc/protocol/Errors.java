// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.exception.AuthenticationException;
import org.apache.fluss.exception.AuthorizationException;
import org.apache.fluss.exception.CorruptMessageException;
import org.apache.fluss.exception.CorruptRecordException;
import org.apache.fluss.exception.DatabaseAlreadyExistException;
import org.apache.fluss.exception.DatabaseNotEmptyException;
import org.apache.fluss.exception.DatabaseNotExistException;
import org.apache.fluss.exception.DeletionDisabledException;
import org.apache.fluss.exception.DuplicateSequenceException;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.FencedTieringEpochException;
import org.apache.fluss.exception.IneligibleReplicaException;
import org.apache.fluss.exception.InvalidAlterTableException;
import org.apache.fluss.exception.InvalidColumnProjectionException;
import org.apache.fluss.exception.InvalidConfigException;
import org.apache.fluss.exception.InvalidCoordinatorException;
import org.apache.fluss.exception.InvalidDatabaseException;
import org.apache.fluss.exception.InvalidPartitionException;
import org.apache.fluss.exception.InvalidProducerIdException;
import org.apache.fluss.exception.InvalidReplicationFactorException;
import org.apache.fluss.exception.InvalidRequiredAcksException;
import org.apache.fluss.exception.InvalidServerRackInfoException;
import org.apache.fluss.exception.InvalidTableException;
import org.apache.fluss.exception.InvalidTargetColumnException;
import org.apache.fluss.exception.InvalidTimestampException;
import org.apache.fluss.exception.InvalidUpdateVersionException;
import org.apache.fluss.exception.KvSnapshotNotExistException;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.exception.LakeStorageNotConfiguredException;
import org.apache.fluss.exception.LakeTableAlreadyExistException;
import org.apache.fluss.exception.LakeTableSnapshotNotExistException;
import org.apache.fluss.exception.LeaderNotAvailableException;
import org.apache.fluss.exception.LogOffsetOutOfRangeException;
import org.apache.fluss.exception.LogStorageException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.exception.NoRebalanceInProgressException;
import org.apache.fluss.exception.NonPrimaryKeyTableException;
import org.apache.fluss.exception.NotEnoughReplicasAfterAppendException;
import org.apache.fluss.exception.NotEnoughReplicasException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.OperationNotAttemptedException;
import org.apache.fluss.exception.OutOfOrderSequenceException;
import org.apache.fluss.exception.PartitionAlreadyExistsException;
import org.apache.fluss.exception.PartitionNotExistException;
import org.apache.fluss.exception.RebalanceFailureException;
import org.apache.fluss.exception.RecordTooLargeException;
import org.apache.fluss.exception.RetriableAuthenticationException;
import org.apache.fluss.exception.SchemaNotExistException;
import org.apache.fluss.exception.SecurityDisabledException;
import org.apache.fluss.exception.SecurityTokenException;
import org.apache.fluss.exception.ServerNotExistException;
import org.apache.fluss.exception.ServerTagAlreadyExistException;
import org.apache.fluss.exception.ServerTagNotExistException;
import org.apache.fluss.exception.StorageException;
import org.apache.fluss.exception.TableAlreadyExistException;
import org.apache.fluss.exception.TableNotExistException;
import org.apache.fluss.exception.TableNotPartitionedException;
import org.apache.fluss.exception.TimeoutException;
import org.apache.fluss.exception.TooManyBucketsException;
import org.apache.fluss.exception.TooManyPartitionsException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.exception.UnknownTableOrBucketException;
import org.apache.fluss.exception.UnknownWriterIdException;
import org.apache.fluss.exception.UnsupportedVersionException;

/** The error numbers of the protocol and the exception class each of them stands for. */
public enum Errors {
  UNKNOWN_SERVER_ERROR(
      -1,
      "The server failed in a way it did not expect; its log has the details.",
      UnknownServerException.class,
      UnknownServerException::new),
  NONE(0, "", null, message -> null),
  NETWORK_EXCEPTION(
      1,
      "The connection was lost before the answer arrived.",
      NetworkException.class,
      NetworkException::new),
  UNSUPPORTED_VERSION(
      2,
      "This call, or this version of it, is not supported by the server.",
      UnsupportedVersionException.class,
      UnsupportedVersionException::new),
  CORRUPT_MESSAGE(
      3,
      "The message is damaged or has an impossible size.",
      CorruptMessageException.class,
      CorruptMessageException::new),
  DATABASE_NOT_EXIST(
      4,
      "The database does not exist.",
      DatabaseNotExistException.class,
      DatabaseNotExistException::new),
  DATABASE_NOT_EMPTY(
      5,
      "The database still contains tables.",
      DatabaseNotEmptyException.class,
      DatabaseNotEmptyException::new),
  DATABASE_ALREADY_EXIST(
      6,
      "The database exists already.",
      DatabaseAlreadyExistException.class,
      DatabaseAlreadyExistException::new),
  TABLE_NOT_EXIST(
      7, "The table does not exist.", TableNotExistException.class, TableNotExistException::new),
  TABLE_ALREADY_EXIST(
      8,
      "The table exists already.",
      TableAlreadyExistException.class,
      TableAlreadyExistException::new),
  SCHEMA_NOT_EXIST(
      9, "The schema does not exist.", SchemaNotExistException.class, SchemaNotExistException::new),
  LOG_STORAGE_EXCEPTION(
      10, "The log storage failed.", LogStorageException.class, LogStorageException::new),
  KV_STORAGE_EXCEPTION(
      11, "The key-value storage failed.", KvStorageException.class, KvStorageException::new),
  NOT_LEADER_OR_FOLLOWER(
      12,
      "The server is not the leader of the bucket, or holds no replica of it.",
      NotLeaderOrFollowerException.class,
      NotLeaderOrFollowerException::new),
  RECORD_TOO_LARGE_EXCEPTION(
      13,
      "The record is larger than the server accepts.",
      RecordTooLargeException.class,
      RecordTooLargeException::new),
  CORRUPT_RECORD_EXCEPTION(
      14,
      "A record batch fails its checksum.",
      CorruptRecordException.class,
      CorruptRecordException::new),
  INVALID_TABLE_EXCEPTION(
      15,
      "The table definition is invalid or the table does not support this call.",
      InvalidTableException.class,
      InvalidTableException::new),
  INVALID_DATABASE_EXCEPTION(
      16,
      "The database name is invalid.",
      InvalidDatabaseException.class,
      InvalidDatabaseException::new),
  INVALID_REPLICATION_FACTOR(
      17,
      "The replication factor is invalid or larger than the number of live servers.",
      InvalidReplicationFactorException.class,
      InvalidReplicationFactorException::new),
  INVALID_REQUIRED_ACKS(
      18,
      "The acks of a write must be -1, 0 or 1.",
      InvalidRequiredAcksException.class,
      InvalidRequiredAcksException::new),
  LOG_OFFSET_OUT_OF_RANGE_EXCEPTION(
      19,
      "The offset is outside of what the log holds.",
      LogOffsetOutOfRangeException.class,
      LogOffsetOutOfRangeException::new),
  NON_PRIMARY_KEY_TABLE_EXCEPTION(
      20,
      "The table has no primary key.",
      NonPrimaryKeyTableException.class,
      NonPrimaryKeyTableException::new),
  UNKNOWN_TABLE_OR_BUCKET_EXCEPTION(
      21,
      "The server does not know the table or bucket.",
      UnknownTableOrBucketException.class,
      UnknownTableOrBucketException::new),
  INVALID_UPDATE_VERSION_EXCEPTION(
      22,
      "The change is based on an old version of the state.",
      InvalidUpdateVersionException.class,
      InvalidUpdateVersionException::new),
  INVALID_COORDINATOR_EXCEPTION(
      23,
      "The coordinator epoch is not the current one.",
      InvalidCoordinatorException.class,
      InvalidCoordinatorException::new),
  FENCED_LEADER_EPOCH_EXCEPTION(
      24,
      "The leader epoch is not the current one.",
      FencedLeaderEpochException.class,
      FencedLeaderEpochException::new),
  REQUEST_TIME_OUT(
      25, "The request did not finish in time.", TimeoutException.class, TimeoutException::new),
  STORAGE_EXCEPTION(26, "The storage failed.", StorageException.class, StorageException::new),
  OPERATION_NOT_ATTEMPTED_EXCEPTION(
      27,
      "The operation was not attempted.",
      OperationNotAttemptedException.class,
      OperationNotAttemptedException::new),
  NOT_ENOUGH_REPLICAS_AFTER_APPEND_EXCEPTION(
      28,
      "The records are written, but to fewer in-sync replicas than required.",
      NotEnoughReplicasAfterAppendException.class,
      NotEnoughReplicasAfterAppendException::new),
  NOT_ENOUGH_REPLICAS_EXCEPTION(
      29,
      "Fewer replicas are in sync than required; nothing was written.",
      NotEnoughReplicasException.class,
      NotEnoughReplicasException::new),
  SECURITY_TOKEN_EXCEPTION(
      30,
      "No security token for the file system could be obtained.",
      SecurityTokenException.class,
      SecurityTokenException::new),
  OUT_OF_ORDER_SEQUENCE_EXCEPTION(
      31,
      "The batch sequence has a gap.",
      OutOfOrderSequenceException.class,
      OutOfOrderSequenceException::new),
  DUPLICATE_SEQUENCE_EXCEPTION(
      32,
      "The batch sequence was appended before.",
      DuplicateSequenceException.class,
      DuplicateSequenceException::new),
  UNKNOWN_WRITER_ID_EXCEPTION(
      33,
      "The writer id is unknown.",
      UnknownWriterIdException.class,
      UnknownWriterIdException::new),
  INVALID_COLUMN_PROJECTION(
      34,
      "The projected columns are invalid.",
      InvalidColumnProjectionException.class,
      InvalidColumnProjectionException::new),
  INVALID_TARGET_COLUMN(
      35,
      "The target columns are invalid.",
      InvalidTargetColumnException.class,
      InvalidTargetColumnException::new),
  PARTITION_NOT_EXISTS(
      36,
      "The partition does not exist.",
      PartitionNotExistException.class,
      PartitionNotExistException::new),
  TABLE_NOT_PARTITIONED_EXCEPTION(
      37,
      "The table is not partitioned.",
      TableNotPartitionedException.class,
      TableNotPartitionedException::new),
  INVALID_TIMESTAMP_EXCEPTION(
      38,
      "The timestamp is invalid.",
      InvalidTimestampException.class,
      InvalidTimestampException::new),
  INVALID_CONFIG_EXCEPTION(
      39,
      "The configuration is invalid.",
      InvalidConfigException.class,
      InvalidConfigException::new),
  LAKE_STORAGE_NOT_CONFIGURED_EXCEPTION(
      40,
      "No lake storage is configured.",
      LakeStorageNotConfiguredException.class,
      LakeStorageNotConfiguredException::new),
  KV_SNAPSHOT_NOT_EXIST(
      41,
      "The snapshot does not exist.",
      KvSnapshotNotExistException.class,
      KvSnapshotNotExistException::new),
  PARTITION_ALREADY_EXISTS(
      42,
      "The partition exists already.",
      PartitionAlreadyExistsException.class,
      PartitionAlreadyExistsException::new),
  PARTITION_SPEC_INVALID_EXCEPTION(
      43,
      "The partition specification is invalid.",
      InvalidPartitionException.class,
      InvalidPartitionException::new),
  LEADER_NOT_AVAILABLE_EXCEPTION(
      44,
      "The bucket has no leader at the moment.",
      LeaderNotAvailableException.class,
      LeaderNotAvailableException::new),
  PARTITION_MAX_NUM_EXCEPTION(
      45,
      "The table would have too many partitions.",
      TooManyPartitionsException.class,
      TooManyPartitionsException::new),
  AUTHENTICATE_EXCEPTION(
      46, "Authentication failed.", AuthenticationException.class, AuthenticationException::new),
  SECURITY_DISABLED_EXCEPTION(
      47,
      "The cluster has no authorizer.",
      SecurityDisabledException.class,
      SecurityDisabledException::new),
  AUTHORIZATION_EXCEPTION(
      48,
      "The principal is not permitted to do this.",
      AuthorizationException.class,
      AuthorizationException::new),
  BUCKET_MAX_NUM_EXCEPTION(
      49,
      "The table would have too many buckets.",
      TooManyBucketsException.class,
      TooManyBucketsException::new),
  FENCED_TIERING_EPOCH_EXCEPTION(
      50,
      "The tiering epoch is not the current one.",
      FencedTieringEpochException.class,
      FencedTieringEpochException::new),
  RETRIABLE_AUTHENTICATE_EXCEPTION(
      51,
      "Authentication failed for now, it may be tried again.",
      RetriableAuthenticationException.class,
      RetriableAuthenticationException::new),
  INVALID_SERVER_RACK_INFO_EXCEPTION(
      52,
      "Either all tablet servers or none must name a rack.",
      InvalidServerRackInfoException.class,
      InvalidServerRackInfoException::new),
  LAKE_SNAPSHOT_NOT_EXIST(
      53,
      "The lake snapshot does not exist.",
      LakeTableSnapshotNotExistException.class,
      LakeTableSnapshotNotExistException::new),
  LAKE_TABLE_ALREADY_EXIST(
      54,
      "The lake table exists already.",
      LakeTableAlreadyExistException.class,
      LakeTableAlreadyExistException::new),
  INELIGIBLE_REPLICA_EXCEPTION(
      55,
      "The new in-sync set holds a server that is not live.",
      IneligibleReplicaException.class,
      IneligibleReplicaException::new),
  INVALID_ALTER_TABLE_EXCEPTION(
      56,
      "The table cannot be altered this way.",
      InvalidAlterTableException.class,
      InvalidAlterTableException::new),
  DELETION_DISABLED_EXCEPTION(
      57,
      "The table does not allow deletes.",
      DeletionDisabledException.class,
      DeletionDisabledException::new),
  SERVER_NOT_EXIST_EXCEPTION(
      58,
      "The server does not exist.",
      ServerNotExistException.class,
      ServerNotExistException::new),
  SEVER_TAG_ALREADY_EXIST_EXCEPTION(
      59,
      "The server has another tag already.",
      ServerTagAlreadyExistException.class,
      ServerTagAlreadyExistException::new),
  SEVER_TAG_NOT_EXIST_EXCEPTION(
      60,
      "The server does not have this tag.",
      ServerTagNotExistException.class,
      ServerTagNotExistException::new),
  REBALANCE_FAILURE_EXCEPTION(
      61, "The rebalance failed.", RebalanceFailureException.class, RebalanceFailureException::new),
  NO_REBALANCE_IN_PROGRESS_EXCEPTION(
      62,
      "No such rebalance is in progress.",
      NoRebalanceInProgressException.class,
      NoRebalanceInProgressException::new),
  INVALID_PRODUCER_ID_EXCEPTION(
      63,
      "The producer id is invalid.",
      InvalidProducerIdException.class,
      InvalidProducerIdException::new);

  private static final Map<Integer, Errors> BY_CODE = new HashMap<>();
  private static final Map<Class<?>, Errors> BY_CLASS = new HashMap<>();

  static {
    for (Errors error : values()) {
      BY_CODE.put(error.code, error);
      BY_CLASS.put(error.exceptionClass, error);
    }
  }

  private final int code;
  private final String defaultMessage;
  private final Class<? extends ApiException> exceptionClass;
  private final Function<String, ApiException> factory;

  Errors(
      int code,
      String defaultMessage,
      Class<? extends ApiException> exceptionClass,
      Function<String, ApiException> factory) {
    this.code = code;
    this.defaultMessage = defaultMessage;
    this.exceptionClass = exceptionClass;
    this.factory = factory;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** The text shown when an answer carries none. */
  public String message() {
    return defaultMessage;
  }

  /** A new exception with the default text; null for {@link #NONE}. */
  public ApiException exception() {
    return exception(null);
  }

  /** A new exception with this text, or the default text when null; null for {@link #NONE}. */
  public ApiException exception(String message) {
    return factory.apply(message == null ? defaultMessage : message);
  }

  /** The error with this number, {@link #UNKNOWN_SERVER_ERROR} when there is none. */
  public static Errors forCode(int code) {
    return BY_CODE.getOrDefault(code, UNKNOWN_SERVER_ERROR);
  }

  /**
   * The error of the class of this exception or of its closest superclass that has one, looking
   * through the wrappers of futures; {@link #UNKNOWN_SERVER_ERROR} when there is none.
   */
  public static Errors forException(Throwable throwable) {
    for (Class<?> c = unwrap(throwable).getClass(); c != null; c = c.getSuperclass()) {
      Errors error = BY_CLASS.get(c);
      if (error != null) {
        return error;
      }
    }
    return UNKNOWN_SERVER_ERROR;
  }

  /** The exception below the wrappers that futures add. */
  public static Throwable unwrap(Throwable throwable) {
    Throwable result = throwable;
    while ((result instanceof CompletionException || result instanceof ExecutionException)
        && result.getCause() != null) {
      result = result.getCause();
    }
    return result;
  }
}

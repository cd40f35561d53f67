// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import org.apache.fluss.exception.StorageException;

/**
 * An operation on the metadata store failed; {@link #reason()} says how. Clients see a storage
 * failure that may be tried again.
 */
public final class MetadataStoreException extends StorageException {
  private static final long serialVersionUID = 1L;

  /** What went wrong, as far as a caller can act on it. */
  public enum Reason {
    /** The node, or the parent of a node to create, is missing. */
    NO_NODE,
    /** The node to create is there already. */
    NODE_EXISTS,
    /** The node to delete has children. */
    NOT_EMPTY,
    /** The node's version is not the expected one. */
    BAD_VERSION,
    /** The store cannot be reached; whether the operation was applied is unknown. */
    CONNECTION,
    /** The session ended, and with it its ephemeral nodes. */
    SESSION_EXPIRED,
    /** The node's content cannot be understood. */
    CORRUPT,
    /** Anything else. */
    OTHER
  }

  private final Reason reason;

  public MetadataStoreException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public MetadataStoreException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }

  static MetadataStoreException corrupt(String kind, String why, Throwable cause) {
    return new MetadataStoreException(
        Reason.CORRUPT, "Unreadable " + kind + " node: " + why, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

/** One step of a transaction on the metadata store. Immutable. */
public final class NodeOp {
  /** The version that matches any. */
  public static final int ANY_VERSION = -1;

  private static final byte[] EMPTY = new byte[0];

  /** What a step does. */
  public enum Kind {
    CREATE,
    CREATE_EPHEMERAL,
    CREATE_SEQUENTIAL,
    SET,
    DELETE,
    CHECK
  }

  private final Kind kind;
  private final String path;
  private final byte[] data;
  private final int version;

  private NodeOp(Kind kind, String path, byte[] data, int version) {
    this.kind = kind;
    this.path = path;
    this.data = data;
    this.version = version;
  }

  /** Creates a persistent node; its parent must exist, possibly by an earlier step. */
  public static NodeOp create(String path, byte[] data) {
    return new NodeOp(Kind.CREATE, path, data, ANY_VERSION);
  }

  /** Creates a persistent node without content. */
  public static NodeOp create(String path) {
    return create(path, EMPTY);
  }

  /** Creates a node that vanishes with this session. */
  public static NodeOp createEphemeral(String path, byte[] data) {
    return new NodeOp(Kind.CREATE_EPHEMERAL, path, data, ANY_VERSION);
  }

  /** Creates a persistent node whose name is the given one followed by ten digits. */
  public static NodeOp createSequential(String path, byte[] data) {
    return new NodeOp(Kind.CREATE_SEQUENTIAL, path, data, ANY_VERSION);
  }

  public static NodeOp set(String path, byte[] data) {
    return new NodeOp(Kind.SET, path, data, ANY_VERSION);
  }

  public static NodeOp set(String path, byte[] data, int expectedVersion) {
    return new NodeOp(Kind.SET, path, data, expectedVersion);
  }

  public static NodeOp delete(String path) {
    return new NodeOp(Kind.DELETE, path, EMPTY, ANY_VERSION);
  }

  public static NodeOp delete(String path, int expectedVersion) {
    return new NodeOp(Kind.DELETE, path, EMPTY, expectedVersion);
  }

  /** Fails the transaction unless the node exists with this version. */
  public static NodeOp check(String path, int expectedVersion) {
    return new NodeOp(Kind.CHECK, path, EMPTY, expectedVersion);
  }

  public Kind kind() {
    return kind;
  }

  public String path() {
    return path;
  }

  public byte[] data() {
    return data;
  }

  public int version() {
    return version;
  }

  @Override
  public String toString() {
    return kind + " " + path;
  }
}

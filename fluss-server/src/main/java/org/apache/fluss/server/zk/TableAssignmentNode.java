// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * {@code /tabletservers/tables/{tableId}}: the replicas of every bucket of a non-partitioned table.
 * Below a partitioned table's id the node has no content. Immutable.
 */
public final class TableAssignmentNode {
  public static final String PARENT = "/tabletservers/tables";

  private static final int VERSION = 1;

  private final Map<Integer, List<Integer>> buckets;

  /**
   * @param buckets tablet server ids per bucket, the preferred leader first
   */
  public TableAssignmentNode(Map<Integer, List<Integer>> buckets) {
    this.buckets = Collections.unmodifiableMap(buckets);
  }

  public static String path(long tableId) {
    return PARENT + "/" + tableId;
  }

  /** Where the table's buckets keep their nodes. */
  public static String bucketsPath(long tableId) {
    return path(tableId) + "/buckets";
  }

  public Map<Integer, List<Integer>> buckets() {
    return buckets;
  }

  public byte[] encode() {
    return NodeJson.write(VERSION, out -> NodeJson.writeIntListMap(out, "buckets", buckets));
  }

  public static TableAssignmentNode decode(byte[] data) {
    return new TableAssignmentNode(NodeJson.read("table assignment", data).intListMap("buckets"));
  }
}

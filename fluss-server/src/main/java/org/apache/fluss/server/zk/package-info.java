// SPDX-License-Identifier: Apache-2.0
/**
 * The typed metadata store. {@link org.apache.fluss.server.zk.MetadataStore} is the small set of
 * operations the servers need from ZooKeeper; every kind of node has one class holding its path and
 * its content's codec. Paths are relative to the cluster's root.
 */
package org.apache.fluss.server.zk;

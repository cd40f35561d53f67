// SPDX-License-Identifier: Apache-2.0
/**
 * Snapshots of the keys and values of primary key tables: taken by the bucket's leader, kept in
 * remote storage, registered by the coordinator, and restored by the next leader.
 */
package org.apache.fluss.server.kv.snapshot;

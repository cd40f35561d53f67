// SPDX-License-Identifier: Apache-2.0
/**
 * Replicas of buckets: their role, in-sync replicas, high watermark and log. A replica is owned by
 * one lane, a single-threaded event loop, and everything that changes it runs there in order.
 */
package org.apache.fluss.server.replica;

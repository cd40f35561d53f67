// SPDX-License-Identifier: Apache-2.0
/**
 * Combines the stored row of a key with a written one. Values are bytes as stored: see {@link
 * org.apache.fluss.record.StoredValue}. Pure: no I/O, no clock, no threads.
 */
package org.apache.fluss.server.kv.merge;

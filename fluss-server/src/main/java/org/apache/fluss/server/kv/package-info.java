// SPDX-License-Identifier: Apache-2.0
/**
 * The key-value store of one bucket of a primary-key table, and how a write turns into a changelog.
 * Knows logs, not replicas.
 */
package org.apache.fluss.server.kv;

// SPDX-License-Identifier: Apache-2.0
/**
 * What every server knows of the cluster and tells clients: the cache filled by the coordinator's
 * updates, reads of the metadata store, and the calls answered from both. Shared by coordinator and
 * tablet server.
 */
package org.apache.fluss.server.metadata;

// SPDX-License-Identifier: Apache-2.0
/** The values of auto-increment columns, unique in a table and given out bucket by bucket. */
package org.apache.fluss.server.kv.autoinc;

// SPDX-License-Identifier: Apache-2.0
/** The tablet server: maps requests to replicas. */
package org.apache.fluss.server.tablet;

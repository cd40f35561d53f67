// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.writer;

import org.apache.fluss.annotation.PublicEvolving;

/** A row was appended. */
@PublicEvolving
public class AppendResult {}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.batch;

import org.apache.fluss.annotation.PublicEvolving;

/** A batch of records in a form a lake writer takes whole. */
@PublicEvolving
public interface RecordBatch {}

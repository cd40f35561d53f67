// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The operation needs a partitioned table. */
public class TableNotPartitionedException extends ApiException {
  private static final long serialVersionUID = 1L;

  public TableNotPartitionedException(String message) {
    super(message);
  }
}

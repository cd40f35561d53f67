// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.Serializable;
import org.apache.iceberg.io.WriteResult;

/** The files one writer wrote. Immutable. */
public final class IcebergWriteResult implements Serializable {

  private static final long serialVersionUID = 1L;

  private final WriteResult files;

  IcebergWriteResult(WriteResult files) {
    this.files = files;
  }

  /** Data and delete files. */
  public WriteResult files() {
    return files;
  }
}

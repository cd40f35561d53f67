// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.IOException;

/**
 * The lake may or may not have taken the commit; nothing is deleted, the next round looks again.
 */
public final class UnclearCommitException extends IOException {

  private static final long serialVersionUID = 1L;

  UnclearCommitException(String message, Throwable cause) {
    super(message, cause);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;

/** There is no file system for a scheme. */
public class UnsupportedFileSystemSchemeException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With a message. */
  public UnsupportedFileSystemSchemeException(String message) {
    super(message);
  }

  /** With a message and a cause. */
  public UnsupportedFileSystemSchemeException(String message, Throwable cause) {
    super(message, cause);
  }
}

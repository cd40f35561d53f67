// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.exception;

/** The cluster has no lake storage configured. */
public class LakeStorageNotConfiguredException extends ApiException {
  private static final long serialVersionUID = 1L;

  public LakeStorageNotConfiguredException(String message) {
    super(message);
  }
}

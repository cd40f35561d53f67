// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

/** A message with an error number and an optional text; absence of the number means success. */
public interface ErrorMessage {
  boolean hasErrorCode();

  int getErrorCode();

  ErrorMessage setErrorCode(int code);

  boolean hasErrorMessage();

  String getErrorMessage();

  ErrorMessage setErrorMessage(String text);
}

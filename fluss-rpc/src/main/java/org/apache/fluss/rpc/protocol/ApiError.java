// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import java.util.Objects;
import org.apache.fluss.exception.ApiException;
import org.apache.fluss.rpc.messages.ErrorMessage;
import org.apache.fluss.rpc.messages.ErrorResponse;

/** An error number with its text, as it crosses the wire. Immutable. */
public final class ApiError {
  /** No error. */
  public static final ApiError NONE = new ApiError(Errors.NONE, null);

  /** Longest text sent for an unexpected failure. */
  private static final int MAX_UNKNOWN_CHARS = 2048;

  private static final int MAX_CAUSES = 8;

  private final Errors error;
  private final String message;

  /**
   * @param message null stands for the default text
   */
  public ApiError(Errors error, String message) {
    this.error = Objects.requireNonNull(error, "error");
    this.message = message;
  }

  /** The error a failure is reported as. */
  public static ApiError fromThrowable(Throwable throwable) {
    Throwable cause = Errors.unwrap(throwable);
    Errors error = Errors.forException(cause);
    return new ApiError(
        error, error == Errors.UNKNOWN_SERVER_ERROR ? describe(cause) : cause.getMessage());
  }

  /** The error of an answer, {@link #NONE} when it holds none. */
  public static ApiError fromErrorMessage(ErrorMessage answer) {
    if (!answer.hasErrorCode() || answer.getErrorCode() == Errors.NONE.code()) {
      return NONE;
    }
    return new ApiError(
        Errors.forCode(answer.getErrorCode()),
        answer.hasErrorMessage() ? answer.getErrorMessage() : null);
  }

  /** Classes and texts of the failure and its causes; no stack, which would leak internals. */
  private static String describe(Throwable throwable) {
    StringBuilder out = new StringBuilder();
    Throwable cause = throwable;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      out.append(i == 0 ? "" : "\nCaused by: ").append(cause);
      cause = cause.getCause();
    }
    return out.length() > MAX_UNKNOWN_CHARS ? out.substring(0, MAX_UNKNOWN_CHARS) : out.toString();
  }

  public Errors error() {
    return error;
  }

  /** The text, never null. */
  public String message() {
    return message == null ? error.message() : message;
  }

  public boolean isSuccess() {
    return error == Errors.NONE;
  }

  public boolean isFailure() {
    return error != Errors.NONE;
  }

  /** A new exception of this error; null when it is none. */
  public ApiException exception() {
    return error.exception(message);
  }

  /** Sets the error fields of an answer; the text only when it says more than the default. */
  public <T extends ErrorMessage> T applyTo(T answer) {
    answer.setErrorCode(error.code());
    if (!message().equals(error.message())) {
      answer.setErrorMessage(message);
    }
    return answer;
  }

  /** The message of a whole-request failure. */
  public ErrorResponse toErrorResponse() {
    return applyTo(new ErrorResponse());
  }

  @Override
  public String toString() {
    return error + "(" + message() + ")";
  }
}

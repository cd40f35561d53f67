// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.utils.function;

import org.apache.fluss.annotation.PublicStable;

/** An action that may throw any exception. */
@PublicStable
@FunctionalInterface
public interface RunnableWithException extends ThrowingRunnable<Exception> {
  @Override
  void run() throws Exception;
}

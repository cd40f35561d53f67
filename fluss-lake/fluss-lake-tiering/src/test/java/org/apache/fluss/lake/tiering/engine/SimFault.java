// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.engine;

import org.apache.fluss.exception.FlussRuntimeException;

/** A call that failed, or whose answer was lost. */
final class SimFault extends FlussRuntimeException {
  private static final long serialVersionUID = 1L;

  SimFault(String step) {
    super("Lost at " + step);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import org.apache.fluss.exception.InvalidCoordinatorException;

/** Another coordinator has taken over; this one must stop and has changed nothing since. */
final class CoordinatorReplacedException extends InvalidCoordinatorException {
  private static final long serialVersionUID = 1L;

  CoordinatorReplacedException() {
    super("Another coordinator has taken over this cluster; this one serves no more.");
  }
}

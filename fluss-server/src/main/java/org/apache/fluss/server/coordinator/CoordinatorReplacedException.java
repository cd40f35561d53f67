// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.coordinator;

import org.apache.fluss.exception.InvalidCoordinatorException;

/**
 * Another coordinator has taken over; this one must stop. Of what it wrote last nobody knows here
 * whether it arrived before.
 */
final class CoordinatorReplacedException extends InvalidCoordinatorException {
  private static final long serialVersionUID = 1L;

  CoordinatorReplacedException() {
    super("Another coordinator has taken over this cluster; this one serves no more.");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.doctor;

import java.util.function.Consumer;
import org.apache.fluss.plugin.Plugin;

/** Checks, from inside a lake plugin, whether its lake can be used. Found as a service. */
public interface LakeDoctor extends Plugin {

  /** The format in lower case, as of the lake plugin beside it. */
  String identifier();

  /**
   * Checks, telling each finding as soon as it is known. Does not throw for what it finds.
   *
   * @param findings called by the calling thread
   */
  void examine(LakeExamination examination, Consumer<Finding> findings);
}

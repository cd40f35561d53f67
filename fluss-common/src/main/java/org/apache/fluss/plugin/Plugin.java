// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import org.apache.fluss.annotation.PublicEvolving;

/**
 * What is found as a service in a plugin folder or on the class path. Implementations have a public
 * constructor without arguments.
 */
@PublicEvolving
public interface Plugin {

  /** The class loader to set as context class loader while the plugin is called. */
  default ClassLoader getClassLoader() {
    return getClass().getClassLoader();
  }
}

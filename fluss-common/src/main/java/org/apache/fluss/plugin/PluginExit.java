// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import org.apache.fluss.annotation.Internal;

/**
 * A service of a plugin that is called once before the plugin is closed: releases what the plugin
 * keeps in static fields, such as shared clients.
 */
@Internal
public interface PluginExit {

  /** Releases everything; the plugin is not used any more. */
  void leave() throws Exception;
}

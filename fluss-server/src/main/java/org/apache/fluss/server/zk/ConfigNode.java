// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.util.Collections;
import java.util.Map;

/**
 * {@code /config/server/global}: all configuration set while the cluster runs. Every change
 * rewrites it and leaves an empty node below {@code /config/changes}. Immutable.
 */
public final class ConfigNode {
  public static final String PATH = "/config/server/global";
  public static final String CHANGES_PARENT = "/config/changes";

  /** To be created sequentially, without content. */
  public static final String CHANGE_PREFIX = CHANGES_PARENT + "/config_change_";

  private static final int VERSION = 1;

  private final Map<String, String> configs;

  /**
   * @param configs values may be null
   */
  public ConfigNode(Map<String, String> configs) {
    this.configs = Collections.unmodifiableMap(configs);
  }

  public Map<String, String> configs() {
    return configs;
  }

  public byte[] encode() {
    return NodeJson.write(VERSION, out -> NodeJson.writeTextMap(out, "configs", configs));
  }

  public static ConfigNode decode(byte[] data) {
    return new ConfigNode(NodeJson.read("cluster configuration", data).textMap("configs"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.GlobalConfiguration;
import org.apache.fluss.exception.IllegalConfigurationException;

/**
 * A server's command line: {@code --configDir DIR} (or {@code -c}) and {@code -Dkey=value}, which
 * wins over the file. Parsing ends at the first word it does not know.
 */
final class ServerArguments {
  private ServerArguments() {}

  /**
   * Reads the command line and the configuration file it names.
   *
   * @throws IllegalConfigurationException when no configuration can be loaded
   */
  static Configuration load(String[] args) {
    String directory = null;
    Configuration dynamic = new Configuration();
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      if (arg.equals("-c") || arg.equals("--configDir")) {
        i++;
        directory = i < args.length ? args[i] : null;
      } else if (arg.startsWith("--configDir=")) {
        directory = arg.substring("--configDir=".length());
      } else if (arg.equals("-D") && i + 1 < args.length) {
        i++;
        addProperty(dynamic, args[i]);
      } else if (arg.startsWith("-D")) {
        addProperty(dynamic, arg.substring(2));
      } else {
        break;
      }
    }
    return GlobalConfiguration.loadConfiguration(directory, dynamic);
  }

  private static void addProperty(Configuration dynamic, String property) {
    int equals = property.indexOf('=');
    String key = equals < 0 ? property : property.substring(0, equals);
    if (key.trim().isEmpty()) {
      throw new IllegalConfigurationException(
          "'-D" + property + "' names no setting; write -Dkey=value.");
    }
    dynamic.setString(key.trim(), equals < 0 ? "true" : property.substring(equals + 1));
  }
}

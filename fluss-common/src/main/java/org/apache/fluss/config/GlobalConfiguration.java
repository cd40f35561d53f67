// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.config;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the configuration file of a server. */
@Internal
public class GlobalConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(GlobalConfiguration.class);

  /** The name of the file. */
  public static final String FLUSS_CONF_FILENAME = "server.yaml";

  /** Dynamic property naming another file. */
  private static final String CONFIG_FILE_KEY = "configFile";

  private GlobalConfiguration() {}

  /**
   * Reads {@value #FLUSS_CONF_FILENAME} of {@code configDir}, or the file that dynamic property
   * {@code configFile} names, and adds the dynamic properties (may be null), which win. Throws
   * {@link IllegalConfigurationException} if directory or file do not exist, {@link
   * UncheckedIOException} if the file cannot be read.
   */
  public static Configuration loadConfiguration(String configDir, Configuration dynamicProperties) {
    Configuration dynamic =
        dynamicProperties == null ? new Configuration() : new Configuration(dynamicProperties);
    File file = configFile(configDir, dynamic);
    dynamic.removeKey(CONFIG_FILE_KEY);

    Configuration configuration = read(file.toPath());
    configuration.addAll(dynamic);
    for (String key : new TreeSet<>(configuration.keySet())) {
      LOG.info("{}: {}", key, Secrets.mask(key, configuration.getRawValue(key).orElse("")));
    }
    UnknownKeys.report(configuration).forEach(LOG::warn);
    return configuration;
  }

  private static File configFile(String configDir, Configuration dynamic) {
    Object given = dynamic.getRawValue(CONFIG_FILE_KEY).orElse(null);
    if (given != null) {
      return existing(new File(given.toString()), "The file given by -DconfigFile");
    }
    if (configDir == null) {
      throw new IllegalConfigurationException(
          "No configuration directory is given. Start with --configDir DIRECTORY.");
    }
    File directory = existing(new File(configDir), "The configuration directory");
    return existing(new File(directory, FLUSS_CONF_FILENAME), "The configuration file");
  }

  private static File existing(File file, String what) {
    if (!file.exists()) {
      throw new IllegalConfigurationException(what + " does not exist: " + file.getAbsolutePath());
    }
    return file;
  }

  private static Configuration read(Path file) {
    List<String> lines;
    try {
      lines = List.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\\R"));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the configuration file " + file, e);
    }
    Configuration configuration = new Configuration();
    for (int i = 0; i < lines.size(); i++) {
      readLine(lines.get(i), file + ":" + (i + 1), configuration);
    }
    return configuration;
  }

  /** Flat "key: value" lines, no YAML: quotes and brackets belong to the value, # cuts the line. */
  private static void readLine(String line, String where, Configuration into) {
    String content = line.split("#", 2)[0].trim();
    if (content.isEmpty()) {
      return;
    }
    String[] parts = content.split(": ", 2);
    if (parts.length < 2 || parts[0].trim().isEmpty() || parts[1].trim().isEmpty()) {
      LOG.warn("{} is skipped: it is not of the form 'key: value'.", where);
      return;
    }
    into.setString(parts[0].trim(), parts[1].trim());
  }
}

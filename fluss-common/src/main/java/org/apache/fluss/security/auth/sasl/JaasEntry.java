// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl;

import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.fluss.security.auth.sasl.plain.PlainLoginModule;

/**
 * The options of one login module, from JAAS text or the JAAS file of the JVM. Only {@link
 * PlainLoginModule} is accepted: loading any class a text names would let configuration run code.
 */
final class JaasEntry {
  private static final Set<String> FLAGS =
      Set.of("required", "requisite", "sufficient", "optional");

  private final Map<String, String> options;

  private JaasEntry(Map<String, String> options) {
    this.options = Map.copyOf(options);
  }

  /** The value of an option, or null. */
  String option(String name) {
    return options.get(name);
  }

  /**
   * Parses text that must hold exactly one module: {@code class flag key=value ... ;}.
   *
   * @param origin the option the text comes from, for error texts, which never repeat the text
   */
  static JaasEntry parse(String origin, String text) {
    return new Text(origin, text).parse();
  }

  /** The entry of this name in the file of {@code java.security.auth.login.config}, if any. */
  static Optional<JaasEntry> ofJvm(String name) {
    AppConfigurationEntry[] entries;
    try {
      entries = Configuration.getConfiguration().getAppConfigurationEntry(name);
    } catch (SecurityException e) {
      // there is no such file
      return Optional.empty();
    }
    if (entries == null) {
      return Optional.empty();
    }
    String origin = "entry " + name + " of the JVM's JAAS file";
    if (entries.length != 1) {
      throw bad(origin, "it must hold exactly one login module");
    }
    checkModule(origin, entries[0].getLoginModuleName());
    Map<String, String> options = new HashMap<>();
    entries[0].getOptions().forEach((key, value) -> options.put(key, String.valueOf(value)));
    return Optional.of(new JaasEntry(options));
  }

  private static void checkModule(String origin, String module) {
    if (!module.equals(PlainLoginModule.class.getName())) {
      throw bad(origin, "the login module must be " + PlainLoginModule.class.getName());
    }
  }

  private static IllegalConfigurationException bad(String origin, String what) {
    return new IllegalConfigurationException(
        "Invalid JAAS configuration in " + origin + ": " + what + ".");
  }

  private static final class Text {
    private final String origin;
    private final StreamTokenizer tokens;

    Text(String origin, String text) {
      this.origin = origin;
      tokens = new StreamTokenizer(new StringReader(text));
      tokens.slashSlashComments(true);
      tokens.slashStarComments(true);
      tokens.wordChars('-', '-');
      tokens.wordChars('_', '_');
      tokens.wordChars('$', '$');
    }

    JaasEntry parse() {
      String module = word("the name of the login module");
      checkModule(origin, module);
      String flag = word("a control flag such as 'required'");
      if (!FLAGS.contains(flag.toLowerCase(Locale.ROOT))) {
        throw bad(origin, "after the login module one of " + FLAGS + " must stand");
      }
      Map<String, String> options = new HashMap<>();
      int token = next();
      while (token != ';') {
        if (token != StreamTokenizer.TT_WORD) {
          throw bad(origin, "an option name or ';' is missing");
        }
        String key = tokens.sval;
        if (next() != '=') {
          throw bad(origin, "option " + key + " has no '='");
        }
        options.put(key, word("the value of " + key + ", quoted when it starts with a digit,"));
        token = next();
      }
      if (next() != StreamTokenizer.TT_EOF) {
        throw bad(origin, "only one login module is allowed");
      }
      return new JaasEntry(options);
    }

    private String word(String what) {
      int token = next();
      if (token != StreamTokenizer.TT_WORD && token != '"' && token != '\'') {
        throw bad(origin, what + " is missing");
      }
      return tokens.sval;
    }

    private int next() {
      try {
        return tokens.nextToken();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}

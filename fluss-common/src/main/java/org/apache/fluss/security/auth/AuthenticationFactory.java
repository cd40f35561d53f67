// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.ValidationException;
import org.apache.fluss.plugin.PluginManager;
import org.apache.fluss.plugin.PluginUtils;

/** Finds the plugins of the protocols that a configuration names. */
@PublicEvolving
public class AuthenticationFactory {

  /** Holds no state. */
  public AuthenticationFactory() {}

  /**
   * Makes an authenticator of {@code client.security.protocol} for each connection; {@link
   * ValidationException} unless exactly one plugin speaks it.
   */
  public static Supplier<ClientAuthenticator> loadClientAuthenticatorSupplier(
      Configuration configuration) {
    ClientAuthenticationPlugin plugin =
        find(
            ClientAuthenticationPlugin.class,
            configuration.get(ConfigOptions.CLIENT_SECURITY_PROTOCOL),
            ConfigOptions.CLIENT_SECURITY_PROTOCOL.key(),
            plugins(null));
    return () -> plugin.createClientAuthenticator(configuration);
  }

  /**
   * For each listener of {@code security.protocol.map}, makes an authenticator for each connection;
   * {@link ValidationException} unless exactly one plugin speaks each protocol. Looks into the
   * directory of plugins too.
   */
  public static Map<String, Supplier<ServerAuthenticator>> loadServerAuthenticatorSuppliers(
      Configuration configuration) {
    return configuration.get(ConfigOptions.SERVER_SECURITY_PROTOCOL_MAP).isEmpty()
        ? new HashMap<>()
        : loadServerAuthenticatorSuppliers(
            configuration, PluginUtils.createPluginManagerFromRootFolder(configuration));
  }

  /** As above, with the plugins of {@code pluginManager}. */
  @Internal
  public static Map<String, Supplier<ServerAuthenticator>> loadServerAuthenticatorSuppliers(
      Configuration configuration, PluginManager pluginManager) {
    List<AuthenticationPlugin> plugins = plugins(pluginManager);
    Map<String, Supplier<ServerAuthenticator>> suppliers = new HashMap<>();
    configuration
        .get(ConfigOptions.SERVER_SECURITY_PROTOCOL_MAP)
        .forEach(
            (listener, protocol) -> {
              ServerAuthenticationPlugin plugin =
                  find(
                      ServerAuthenticationPlugin.class,
                      protocol,
                      ConfigOptions.SERVER_SECURITY_PROTOCOL_MAP.key(),
                      plugins);
              suppliers.put(listener, () -> plugin.createServerAuthenticator(configuration));
            });
    return suppliers;
  }

  private static List<AuthenticationPlugin> plugins(PluginManager pluginManager) {
    List<AuthenticationPlugin> plugins = new ArrayList<>();
    ServiceLoader.load(AuthenticationPlugin.class, AuthenticationPlugin.class.getClassLoader())
        .forEach(plugins::add);
    if (pluginManager != null) {
      Iterator<AuthenticationPlugin> inFolders = pluginManager.load(AuthenticationPlugin.class);
      inFolders.forEachRemaining(plugins::add);
    }
    return plugins;
  }

  private static <T extends AuthenticationPlugin> T find(
      Class<T> side, String protocol, String key, List<AuthenticationPlugin> plugins) {
    List<T> speaking =
        plugins.stream()
            .filter(side::isInstance)
            .map(side::cast)
            .filter(plugin -> plugin.authProtocol().equalsIgnoreCase(protocol))
            .collect(Collectors.toList());
    if (speaking.size() != 1) {
      throw new ValidationException(
          String.format(
              "'%s' asks for protocol '%s', which %s. Known protocols: %s",
              key,
              protocol,
              speaking.isEmpty() ? "no plugin speaks" : "several plugins speak: " + speaking,
              plugins.stream()
                  .filter(side::isInstance)
                  .map(AuthenticationPlugin::authProtocol)
                  .collect(Collectors.toList())));
    }
    return speaking.get(0);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.fluss.annotation.Internal;
import org.apache.fluss.fs.token.SecurityTokenReceiver;

/** Finds who takes the tokens of a scheme. */
@Internal
public final class SecurityTokenReceivers {
  private SecurityTokenReceivers() {}

  /**
   * The receiver of a scheme: beside the plugin that serves it, whose file systems read what it
   * received, else on the class path. {@link IllegalStateException} if there is none, or more than
   * one class.
   */
  public static SecurityTokenReceiver of(String scheme) throws IOException {
    ClassLoader classPath = FileSystem.class.getClassLoader();
    ClassLoader ofPlugin = classPath;
    try {
      ofPlugin = FileSystemRegistry.current().plugin(scheme).getClassLoader();
    } catch (UnsupportedFileSystemSchemeException e) {
      // only a receiver is there; it may still be of use to somebody
    }
    SecurityTokenReceiver receiver = ofPlugin == classPath ? null : find(scheme, ofPlugin);
    receiver = receiver == null ? find(scheme, classPath) : receiver;
    if (receiver == null) {
      throw new IllegalStateException(
          "The servers keep files under '"
              + scheme
              + "://', but nothing here can take their token. Add fluss-fs-"
              + scheme
              + " to the client.");
    }
    return receiver;
  }

  /** The same class found twice, in two jars, counts once. */
  private static SecurityTokenReceiver find(String scheme, ClassLoader loader) {
    Map<String, SecurityTokenReceiver> byClass = new TreeMap<>();
    Iterator<SecurityTokenReceiver> receivers =
        ServiceLoader.load(SecurityTokenReceiver.class, loader).iterator();
    while (receivers.hasNext()) {
      SecurityTokenReceiver receiver = receivers.next();
      if (receiver.scheme().equals(scheme)) {
        byClass.putIfAbsent(receiver.getClass().getName(), receiver);
      }
    }
    if (byClass.size() > 1) {
      throw new IllegalStateException(
          "Only one class may take the tokens of '" + scheme + "', found " + byClass.keySet());
    }
    return byClass.isEmpty() ? null : byClass.values().iterator().next();
  }
}

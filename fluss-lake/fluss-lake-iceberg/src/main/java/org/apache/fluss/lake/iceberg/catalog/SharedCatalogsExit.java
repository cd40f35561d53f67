// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Map;
import org.apache.fluss.plugin.PluginExit;
import org.apache.http.conn.HttpClientConnectionManager;
import software.amazon.awssdk.http.apache.internal.conn.IdleConnectionReaper;

/** Closes the catalogs the process shares, with their connections to AWS. */
public final class SharedCatalogsExit implements PluginExit {

  /** For the service loader. */
  public SharedCatalogsExit() {}

  @Override
  public void leave() throws IOException, ReflectiveOperationException {
    LakeCatalogs.closeShared();
    // Clients dropped without being closed leave their connections to this thread of the SDK,
    // which ends with the last of them.
    IdleConnectionReaper reaper = IdleConnectionReaper.getInstance();
    Field managers = IdleConnectionReaper.class.getDeclaredField("connectionManagers");
    managers.setAccessible(true);
    for (Object open : new ArrayList<>(((Map<?, ?>) managers.get(reaper)).keySet())) {
      HttpClientConnectionManager manager = (HttpClientConnectionManager) open;
      reaper.deregisterConnectionManager(manager);
      manager.shutdown();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A closed plugin leaves no thread and no shutdown hook, and does first what it has to do. */
class PluginLeftoversTest {
  private static final String NAME = "lib.Busy";

  @TempDir Path directory;

  private Path root;

  @BeforeEach
  void setUp() throws Exception {
    root = directory.resolve("plugins");
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(
        NAME.replace('.', '/') + ".class",
        new PluginJars(directory.resolve("work"))
            .compile(
                NAME,
                "package lib; import java.util.concurrent.*; import java.util.*;"
                    + "public class Busy implements"
                    + "   java.util.function.Supplier<Object>, org.apache.fluss.plugin.PluginExit {"
                    + " static final List<String> SAID = new CopyOnWriteArrayList<>();"
                    + " public Object get() {"
                    + "   Runnable forEver = () -> {"
                    + "     try { Thread.currentThread().join(); }"
                    + "     catch (InterruptedException e) { SAID.add(\"interrupted\"); } };"
                    + "   Thread thread = new Thread(forEver, \"busy-thread\");"
                    + "   ExecutorService pool = Executors.newSingleThreadExecutor("
                    + "       r -> new Thread(r, \"busy-pool\"));"
                    + "   pool.execute(() -> {});"
                    + "   thread.setDaemon(true); thread.setContextClassLoader(null);"
                    + "   thread.start();"
                    + "   Runtime.getRuntime().addShutdownHook("
                    + "       new Thread(() -> SAID.add(\"hook\"), \"busy-hook\"));"
                    + "   return SAID; }"
                    + " public void leave() { SAID.add(\"leave\"); } }"));
    byte[] name = NAME.getBytes(StandardCharsets.UTF_8);
    entries.put("META-INF/services/" + Supplier.class.getName(), name);
    entries.put("META-INF/services/" + PluginExit.class.getName(), name);
    PluginJars.jar(root.resolve("p/p.jar"), entries);
  }

  @Test
  void nothingStays() throws Exception {
    PluginDescriptor descriptor =
        new DirectoryBasedPluginFinder(root).findPlugins().iterator().next();
    PluginLoader loader =
        PluginLoader.create(
            descriptor,
            PluginLeftoversTest.class.getClassLoader(),
            new String[] {"java.", "org.apache.fluss.", "org.slf4j"});
    List<?> said = (List<?>) loader.load(Supplier.class).next().get();
    assertThat(busyThreads()).containsExactlyInAnyOrder("busy-thread", "busy-pool");
    loader.close();
    assertThat(busyThreads()).isEmpty();
    assertThat(said).asString().isEqualTo("[leave, hook, interrupted]");
  }

  private static List<String> busyThreads() {
    List<String> names = new ArrayList<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("busy-")) {
        names.add(thread.getName());
      }
    }
    return names;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.dist;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The floors of the house (docs/architecture.md), held against the jars of the tarball. */
class ArchitectureTest {
  private static final Pattern JAR = Pattern.compile("(fluss-(?!shaded).+)-\\d.*\\.jar");

  /** Module to the modules it may use. */
  private static final Map<String, Set<String>> FLOORS =
      Map.of(
          "fluss-common", Set.of(),
          "fluss-rpc", Set.of("fluss-common"),
          "fluss-client", Set.of("fluss-common", "fluss-rpc"),
          "fluss-server", Set.of("fluss-common", "fluss-rpc"),
          "fluss-aws", Set.of("fluss-common"),
          "fluss-fs-s3", Set.of("fluss-common", "fluss-aws"),
          "fluss-lake-iceberg", Set.of("fluss-common", "fluss-aws"),
          "fluss-lake-tiering", Set.of("fluss-common", "fluss-rpc", "fluss-client"));

  /**
   * Packages that count as one, because class names of the public API force them to know each
   * other: a pattern of packages, relative to org.apache.fluss, to the name of the whole. Nothing
   * of our own naming is added here.
   */
  private static final Map<Pattern, String> KNOWN_CIRCLES =
      Map.of(
          // TableDescriptor reads ConfigOptions, whose defaults are enums of metadata; a schema is
          // made of types and prints itself as JSON; rows are written by type and read by schema
          Pattern.compile("compression|config|metadata|row(\\..+)?|types|utils(\\.json)?"),
          "descriptions of tables and rows",
          // FileSystem.get finds the local one by itself
          Pattern.compile("fs(\\.local)?"),
          "file systems",
          // MetricReporter is told of groups, groups know their registry, which feeds reporters
          Pattern.compile("metrics\\.(groups|registry|reporter)"),
          "metrics",
          // DefaultLogRecordBatch reads Arrow batches, which begin with a LogBatchHeader
          Pattern.compile("record(\\.arrow)?"),
          "records",
          // Connection opens tables, whose writers and scanners ask the connection back
          Pattern.compile("client(\\.table(\\.scanner(\\.(log|batch))?)?)?"),
          "connection and tables",
          // ClientSchemaGetter is made with an Admin, which answers in classes of metadata
          Pattern.compile("client\\.(admin|metadata)"),
          "admin");

  private static final Map<String, JavaClasses> MODULES = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    for (Path jar : Assembled.jars("")) {
      Matcher name = JAR.matcher(jar.getFileName().toString());
      if (name.matches() && !MODULES.containsKey(name.group(1))) {
        try (JarFile file = new JarFile(jar.toFile())) {
          MODULES.put(name.group(1), new ClassFileImporter().importJar(file));
        }
      }
    }
  }

  @Test
  void everyModuleHasItsFloor() {
    assertThat(MODULES.keySet()).isEqualTo(FLOORS.keySet());
  }

  @Test
  void noArrowPointsUp() {
    Map<String, String> moduleOf = new HashMap<>();
    MODULES.forEach((module, classes) -> classes.forEach(c -> moduleOf.put(c.getName(), module)));
    Set<String> upwards = new TreeSet<>();
    MODULES.forEach(
        (module, classes) -> {
          for (JavaClass one : classes) {
            for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
              String target =
                  moduleOf.get(dependency.getTargetClass().getBaseComponentType().getName());
              if (target != null
                  && !target.equals(module)
                  && !FLOORS.get(module).contains(target)) {
                upwards.add(module + ": " + dependency.getDescription());
              }
            }
          }
        });
    assertThat(upwards).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fluss-common",
        "fluss-rpc",
        "fluss-client",
        "fluss-server",
        "fluss-aws",
        "fluss-fs-s3",
        "fluss-lake-iceberg",
        "fluss-lake-tiering"
      })
  void packagesFormNoCycle(String module) {
    slices().assignedFrom(packages()).should().beFreeOfCycles().check(MODULES.get(module));
  }

  private static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
        String name = javaClass.getPackageName();
        if (!name.startsWith("org.apache.fluss.")) {
          return SliceIdentifier.ignore();
        }
        String relative = name.substring("org.apache.fluss.".length());
        return KNOWN_CIRCLES.entrySet().stream()
            .filter(circle -> circle.getKey().matcher(relative).matches())
            .map(circle -> SliceIdentifier.of(circle.getValue()))
            .findFirst()
            .orElse(SliceIdentifier.of(name));
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }

  @Test
  void insideTheServerStorageKnowsNoReplicasAndReplicasNoServer() {
    String server = "org.apache.fluss.server.";
    check(
        "fluss-server",
        noClasses()
            .that()
            .resideInAnyPackage(
                server + "zk..", server + "log..", server + "kv..", server + "remote..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                server + "replica..", server + "tablet..", server + "coordinator.."));
    check(
        "fluss-server",
        noClasses()
            .that()
            .resideInAnyPackage(server + "replica..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(server + "tablet..", server + "coordinator.."));
    check(
        "fluss-server",
        noClasses()
            .that()
            .resideInAnyPackage(server + "tablet..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(server + "coordinator.."));
    check(
        "fluss-server",
        noClasses()
            .that()
            .resideInAnyPackage(server + "coordinator..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(server + "tablet..", server + "replica..", server + "log.."));
  }

  @Test
  void clocksThreadsAndPoolsArePassedIn() {
    // what assembles a process makes them
    String assembling =
        ".*\\.(CoordinatorServer|TabletServer|FlussConnection|RemoteFileDownloader)";
    for (String module : new String[] {"fluss-server", "fluss-client", "fluss-lake-tiering"}) {
      check(
          module,
          noClasses()
              .that()
              .haveNameNotMatching(assembling + "(\\$.*)?")
              .and()
              .resideInAnyPackage(
                  "org.apache.fluss.server.log..",
                  "org.apache.fluss.server.kv..",
                  "org.apache.fluss.server.remote..",
                  "org.apache.fluss.server.replica..",
                  "org.apache.fluss.server.tablet..",
                  "org.apache.fluss.server.coordinator..",
                  "org.apache.fluss.client..",
                  "org.apache.fluss.lake.tiering.engine..")
              .should()
              .callMethod(System.class, "currentTimeMillis")
              .orShould()
              .callMethod(System.class, "nanoTime")
              .orShould()
              .callMethod(Thread.class, "sleep", long.class)
              .orShould()
              .callConstructor(Thread.class, Runnable.class, String.class)
              .orShould()
              .callConstructor(Thread.class, Runnable.class)
              .orShould()
              .dependOnClassesThat()
              .areAssignableTo(Executors.class));
    }
  }

  private static void check(String module, ArchRule rule) {
    rule.allowEmptyShould(true).check(MODULES.get(module));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

@AnalyzeClasses(
    packages = "org.apache.fluss.rpc",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule NO_CYCLES = slices().assignedFrom(packages()).should().beFreeOfCycles();

  @ArchTest
  static final ArchRule MESSAGES_KNOW_NO_NETWORK =
      noClasses()
          .that()
          .resideInAPackage("..rpc.messages")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..rpc.netty..", "..rpc.gateway", "..rpc.protocol");

  private static SliceAssignment packages() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(com.tngtech.archunit.core.domain.JavaClass javaClass) {
        String name = javaClass.getPackageName();
        return name.startsWith("org.apache.fluss.rpc")
            ? SliceIdentifier.of(name)
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "packages";
      }
    };
  }
}

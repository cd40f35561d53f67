// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Floors and cycles of all modules: ArchitectureTest of fluss-dist. */
@AnalyzeClasses(
    packages = "org.apache.fluss.rpc",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule MESSAGES_KNOW_NO_NETWORK =
      noClasses()
          .that()
          .resideInAPackage("..rpc.messages")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..rpc.netty..", "..rpc.gateway", "..rpc.protocol");
}

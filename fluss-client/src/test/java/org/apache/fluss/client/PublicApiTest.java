// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.fluss.testsupport.PublicApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code compiled against the released client finds here all that it uses. */
class PublicApiTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.fluss.client",
        "org.apache.fluss.client.admin",
        "org.apache.fluss.client.initializer",
        "org.apache.fluss.client.lookup",
        "org.apache.fluss.client.metadata",
        "org.apache.fluss.client.table",
        "org.apache.fluss.client.table.getter",
        "org.apache.fluss.client.table.scanner",
        "org.apache.fluss.client.table.scanner.batch",
        "org.apache.fluss.client.table.scanner.log",
        "org.apache.fluss.client.table.writer",
      })
  void keepsThePublicApi(String packageName) {
    List<String> differences = PublicApi.ofPackage(packageName).differences();
    assertThat(differences).as("missing or changed in " + packageName).isEmpty();
  }
}

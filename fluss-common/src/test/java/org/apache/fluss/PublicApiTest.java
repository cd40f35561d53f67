// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.fluss.testsupport.PublicApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User code compiled against the released client finds here all that it uses. */
class PublicApiTest {

  /** Packages whose public classes live in this module; add yours when its API is complete. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.fluss.annotation",
        "org.apache.fluss.bucketing",
        "org.apache.fluss.cluster",
        "org.apache.fluss.cluster.rebalance",
        "org.apache.fluss.compression",
        "org.apache.fluss.config",
        "org.apache.fluss.config.cluster",
        "org.apache.fluss.exception",
        "org.apache.fluss.fs",
        "org.apache.fluss.fs.token",
        "org.apache.fluss.lake.batch",
        "org.apache.fluss.lake.committer",
        "org.apache.fluss.lake.lakestorage",
        "org.apache.fluss.lake.serializer",
        "org.apache.fluss.lake.source",
        "org.apache.fluss.lake.writer",
        "org.apache.fluss.memory",
        "org.apache.fluss.metadata",
        "org.apache.fluss.metrics",
        "org.apache.fluss.metrics.groups",
        "org.apache.fluss.metrics.reporter",
        "org.apache.fluss.plugin",
        "org.apache.fluss.predicate",
        "org.apache.fluss.row",
        "org.apache.fluss.row.columnar",
        "org.apache.fluss.row.decode",
        "org.apache.fluss.row.encode",
        "org.apache.fluss.record",
        "org.apache.fluss.security.acl",
        "org.apache.fluss.security.auth",
        "org.apache.fluss.types",
        "org.apache.fluss.utils",
        "org.apache.fluss.utils.clock",
        "org.apache.fluss.utils.function",
        "org.apache.fluss.utils.types",
      })
  void keepsThePublicApi(String packageName) {
    List<String> differences = PublicApi.ofPackage(packageName).differences();
    assertThat(differences).as("missing or changed in " + packageName).isEmpty();
  }
}

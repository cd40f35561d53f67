// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.fluss.testsupport.ProofTable;
import org.apache.fluss.testsupport.TestSources;
import org.junit.jupiter.api.Test;

/** Every row of docs/troubleshooting.md names a test that exists, or says what it waits for. */
class TroubleshootingTest {
  /** The rows of the old guide; a row is neither lost nor added unnoticed. */
  private static final List<String> SYMPTOMS =
      List.of(
          "`ClassNotFoundException`: `GlueCatalog`",
          "`NoClassDefFoundError`: `dev/failsafe`",
          "`NoClassDefFoundError`: `software/amazon/awssdk`",
          "`NoClassDefFoundError`: `org/apache/hadoop/conf/Configuration`",
          "`NoSuchMethodError`: `LogicalTypes.timestampNanos`",
          "`NoSuchMethodError`: `MappedByteBuffer.duplicate`",
          "`NoAwsCredentialsException`",
          "`SecurityTokenException`: region is not set",
          "`AccessDenied` from Glue",
          "403 or 400 from S3 in another than the standard region",
          "table already exists",
          "Flink: memory configuration failed");

  private static ProofTable table() throws IOException {
    return ProofTable.read(Assembled.ROOT.resolve("docs/troubleshooting.md"));
  }

  @Test
  void rowsAreThoseOfTheGuide() throws IOException {
    assertThat(table().rows()).extracting(ProofTable.Row::name).isEqualTo(SYMPTOMS);
  }

  @Test
  void everyRowIsShown() throws IOException {
    assertThat(table().faults(TestSources.of(Assembled.ROOT))).isEmpty();
  }

  @Test
  void onlyWhatIsAboutFlinkWaits() throws IOException {
    assertThat(table().rows())
        .extracting(ProofTable.Row::proof)
        .filteredOn(proof -> proof.contains("open: "))
        .allSatisfy(proof -> assertThat(proof).contains("open: Flink"));
  }
}

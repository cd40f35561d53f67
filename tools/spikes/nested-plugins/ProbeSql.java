// SPDX-License-Identifier: Apache-2.0
package spike;

import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;

/** The probe as a SQL function of a jar that lies in Flink's {@code lib}. */
public final class ProbeSql {
  private ProbeSql() {}

  /** Arguments as of {@link ProbeJob}. */
  public static void main(String[] args) {
    TableEnvironment tables =
        TableEnvironment.create(EnvironmentSettings.newInstance().inBatchMode().build());
    tables.executeSql("CREATE TEMPORARY FUNCTION probe AS 'spike.ProbeJob$ProbeFunction'");
    String call = "probe('" + String.join(" ", args) + "')";
    tables
        .executeSql("SELECT " + call + " FROM (VALUES (1)) AS t (x)")
        .collect()
        .forEachRemaining(System.out::println);
  }
}

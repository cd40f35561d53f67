// SPDX-License-Identifier: Apache-2.0
package spike;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.util.CloseableIterator;

/** The probe in a task manager, as a job ({@code flink run}) and as a SQL function. */
public final class ProbeJob {
  private ProbeJob() {}

  /** Arguments {@code TABLE KEY=VALUE...}. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(1);
    try (CloseableIterator<String> reports =
        environment
            .fromData(String.join("\n", args))
            .map(new Probe())
            .executeAndCollect("nested plugins")) {
      reports.forEachRemaining(System.out::println);
    }
  }

  private static String probe(String arguments) throws Exception {
    String[] parts = arguments.split("\n");
    Map<String, String> lake = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      lake.put(parts[i].split("=", 2)[0], parts[i].split("=", 2)[1]);
    }
    return LakeProbe.run(parts[0], lake);
  }

  /** For the job. */
  public static final class Probe implements MapFunction<String, String> {
    private static final long serialVersionUID = 1;

    @Override
    public String map(String arguments) throws Exception {
      return probe(arguments);
    }
  }

  /** For SQL: {@code probe('TABLE KEY=VALUE ...')}. */
  public static final class ProbeFunction extends ScalarFunction {
    private static final long serialVersionUID = 1;

    @Override
    public boolean isDeterministic() {
      return false; // else the planner calls it in the client
    }

    /** The report of one run. */
    public String eval(String arguments) throws Exception {
      return probe(arguments.replace(' ', '\n'));
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.helpers.MessageFormatter;

class RepeatedFailureTest {
  private final List<String> lines = new ArrayList<>();
  private final List<Throwable> traces = new ArrayList<>();
  private final Logger log =
      (Logger)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {Logger.class},
              (proxy, method, arguments) -> {
                Object[] values =
                    arguments.length == 2 && arguments[1] instanceof Object[]
                        ? (Object[]) arguments[1]
                        : Arrays.copyOfRange(arguments, 1, arguments.length);
                var line = MessageFormatter.arrayFormat((String) arguments[0], values);
                lines.add(method.getName() + " " + line.getMessage());
                if (line.getThrowable() != null) {
                  traces.add(line.getThrowable());
                }
                return null;
              });

  @Test
  void aThousandFailuresAreOneTraceAndTenLines() {
    RepeatedFailure failure = new RepeatedFailure(log, "Cannot write the high watermarks");
    failure.succeeded();
    assertThat(lines).isEmpty();
    for (int i = 0; i < 1000; i++) {
      failure.failed(new IOException("No space left on device"));
    }
    assertThat(traces).hasSize(1);
    assertThat(lines).hasSize(10);
    assertThat(lines.get(9))
        .isEqualTo(
            "error Cannot write the high watermarks, 512 times in a row, at last:"
                + " java.io.IOException: No space left on device");
    failure.succeeded();
    failure.succeeded();
    assertThat(lines).hasSize(11);
    assertThat(lines.get(10))
        .isEqualTo("info Cannot write the high watermarks: over after 1000 failures");
    failure.failed(new IOException("again"));
    assertThat(traces).hasSize(2);
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import org.apache.fluss.aws.AwsDoing;
import org.apache.fluss.aws.AwsFailure;
import org.apache.fluss.utils.TemporaryClassLoaderContext;

/**
 * A call into Iceberg: under the plugin's class loader, because Iceberg finds catalogs and file ios
 * through the thread's, and with failures of AWS put into words.
 */
public final class LakeCall {

  private LakeCall() {}

  /** Work that may throw. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /** Does it. */
    T run() throws E;
  }

  /** Does the work; a failure of AWS comes as an exception whose message opens with its code. */
  public static <T, E extends Exception> T run(AwsDoing doing, Work<T, E> work) throws E {
    try (TemporaryClassLoaderContext ignored =
        TemporaryClassLoaderContext.of(LakeCall.class.getClassLoader())) {
      return work.run();
    } catch (RuntimeException | LinkageError e) {
      if (AwsFailure.concerns(e) && !AwsFailure.isExplained(e)) {
        throw AwsFailure.explain(e, doing).toException(e);
      }
      throw e;
    }
  }
}

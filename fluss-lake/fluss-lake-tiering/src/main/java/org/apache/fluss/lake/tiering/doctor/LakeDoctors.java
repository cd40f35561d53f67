// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.tiering.doctor;

import java.util.Iterator;
import java.util.Optional;
import java.util.ServiceLoader;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.lake.doctor.LakeDoctor;
import org.apache.fluss.plugin.PluginUtils;

/** Finds the doctor of a lake format. */
public final class LakeDoctors {
  private LakeDoctors() {}

  /** The doctor in the directory of plugins, else on the class path; empty if there is none. */
  public static Optional<LakeDoctor> find(String format, Configuration conf) {
    Optional<LakeDoctor> found =
        find(format, PluginUtils.createPluginManagerFromRootFolder(conf).load(LakeDoctor.class));
    return found.isPresent()
        ? found
        : find(format, ServiceLoader.load(LakeDoctor.class).iterator());
  }

  private static Optional<LakeDoctor> find(String format, Iterator<LakeDoctor> doctors) {
    while (doctors.hasNext()) {
      LakeDoctor doctor = doctors.next();
      if (doctor.identifier().equals(format)) {
        return Optional.of(doctor);
      }
    }
    return Optional.empty();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

/** The version of this software, as left in registrations. */
public final class SoftwareBuild {
  private SoftwareBuild() {}

  /** Never empty. */
  public static String version() {
    String version = SoftwareBuild.class.getPackage().getImplementationVersion();
    return version == null ? "1.0-SNAPSHOT" : version;
  }
}

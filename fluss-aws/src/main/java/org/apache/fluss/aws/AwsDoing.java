// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

/**
 * What was being done when AWS refused: the half of an error sentence that only the caller knows.
 * Immutable.
 */
public final class AwsDoing {

  private final String action;
  private final String resource;
  private final AwsSettings settings;
  private final String principal;

  private AwsDoing(String action, String resource, AwsSettings settings, String principal) {
    this.action = action;
    this.resource = resource;
    this.settings = settings;
    this.principal = principal;
  }

  /**
   * @param action in words, as after "while", such as {@code "creating the lake table"}
   * @param resource the thing acted on, such as {@code "db.t"} or {@code "s3://bucket/key"}
   * @param settings the settings in force
   */
  public static AwsDoing of(String action, String resource, AwsSettings settings) {
    return new AwsDoing(action, resource, settings, null);
  }

  /** The same with the caller's ARN, if known. */
  public AwsDoing as(String principal) {
    return new AwsDoing(action, resource, settings, principal);
  }

  String action() {
    return action;
  }

  String resource() {
    return resource;
  }

  AwsSettings settings() {
    return settings;
  }

  String principal() {
    return principal;
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

/** The stable codes that open the message of every AWS failure. */
public enum AwsError {
  AWS_REGION(true),
  AWS_CREDENTIALS(true),
  AWS_CREDENTIALS_EXPIRED(false),
  AWS_CLOCK_SKEW(false),
  AWS_SIGNATURE(true),
  AWS_THROTTLED(false),
  AWS_CONNECT(false),
  AWS_OTHER(false),
  GLUE_ACCESS_DENIED(false),
  LF_DENIED(false),
  GLUE_STALE_TABLE(false),
  GLUE_NOT_ICEBERG(false),
  GLUE_NAME(true),
  GLUE_NOT_FOUND(false),
  GLUE_CONFLICT(false),
  GLUE_UNKNOWN_COMMIT(false),
  GLUE_LIMIT(false),
  GLUE_CATALOG_ID(true),
  S3_ACCESS_DENIED(false),
  S3_ENDPOINT(true),
  S3_BUCKET_MISSING(true),
  S3_NOT_FOUND(false),
  S3_DNS(true),
  S3_TLS(true),
  S3_CHECKSUM(true),
  STS_DENIED(false),
  JAR_CONFLICT(true);

  private final String code;
  private final boolean configuration;

  AwsError(boolean configuration) {
    this.code = name().replace('_', '-');
    this.configuration = configuration;
  }

  /** The code as written in messages, with dashes. */
  public String code() {
    return code;
  }

  /** Whether only a change of configuration helps. */
  public boolean isConfiguration() {
    return configuration;
  }
}

// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.apache.fluss.exception.InvalidConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Each refusal has its code, and its sentence names the setting that mends it. */
class AwsFailureTest {
  private static final AwsDoing DOING =
      AwsDoing.of("writing", "s3://bucket/key", AwsSettings.ofLake(Map.of()));

  private static AwsServiceException answer(String service, int status, String code, String text) {
    return AwsServiceException.builder()
        .statusCode(status)
        .requestId("r-1")
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .serviceName(service)
                .errorCode(code)
                .errorMessage(text)
                .sdkHttpResponse(SdkHttpResponse.builder().statusCode(status).build())
                .build())
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "S3|301|PermanentRedirect|use the endpoint of the bucket|S3-ENDPOINT|s3.region",
        "S3|400|AuthorizationHeaderMalformed|the region is wrong, expecting"
            + " 'eu-west-3'|S3-ENDPOINT|(eu-west-3)",
        "S3|400|IllegalLocationConstraintException|incompatible for this"
            + " region|S3-ENDPOINT|cross-region-access-enabled",
        "S3|404|NoSuchBucket|The bucket does not"
            + " exist|S3-BUCKET-MISSING|datalake.iceberg.warehouse",
        "S3|403|AccessDenied|Access Denied|S3-ACCESS-DENIED|s3:PutObject",
        "S3|403|AccessDenied|not allowed to use the KMS key|S3-ACCESS-DENIED|kms:GenerateDataKey",
        "S3|501|NotImplemented|a trailer header is not implemented|S3-CHECKSUM|s3.endpoint",
        "S3|403|RequestTimeTooSkewed|too large a difference|AWS-CLOCK-SKEW|clock",
        "S3|403|SignatureDoesNotMatch|The signature does not match|AWS-SIGNATURE|access key and"
            + " secret",
        "S3|503|SlowDown|Reduce your request rate|AWS-THROTTLED|table.datalake.freshness",
        "S3|400|ExpiredToken|The token has expired|AWS-CREDENTIALS-EXPIRED|source of the"
            + " credentials",
        "Glue|400|AccessDeniedException|User: arn:aws:iam::1:user/u is not authorized to perform:"
            + " glue:CreateTable on resource:"
            + " arn:aws:glue:x|GLUE-ACCESS-DENIED|\"Action\":\"glue:CreateTable\"",
        "Glue|400|AccessDeniedException|Insufficient Lake Formation permission(s)|LF-DENIED|Grant",
        "Glue|400|EntityNotFoundException|Table not found|GLUE-NOT-FOUND|outside Fluss",
        "Glue|400|ConcurrentModificationException|Update table failed|GLUE-CONFLICT|next round",
        "Glue|400|ResourceNumberLimitExceededException|too many versions|GLUE-LIMIT|skip-archive",
        "Glue|400|ThrottlingException|Rate exceeded|AWS-THROTTLED|table.datalake.freshness",
        "Sts|403|AccessDenied|not authorized to perform: sts:AssumeRole|STS-DENIED|trust policy",
      })
  void answersOfAws(
      String service, int status, String code, String text, String expected, String fix) {
    AwsFailure failure = AwsFailure.explain(answer(service, status, code, text), DOING);
    assertThat(failure.message())
        .startsWith(expected + ": while writing s3://bucket/key")
        .contains(text)
        .contains(fix)
        .contains("r-1");
  }

  @Test
  void withoutAnswer() {
    assertThat(of(new UnknownHostException("bucket.minio")))
        .startsWith("S3-DNS: ")
        .contains("s3.path-style-access: true");
    assertThat(of(new SSLHandshakeException("plain text"))).startsWith("S3-TLS: ");
    assertThat(of(new ConnectException("refused"))).startsWith("AWS-CONNECT: ").contains("proxy");
    assertThat(of(new NoSuchMethodError("LogicalTypes.timestampNanos")))
        .startsWith("JAR-CONFLICT: ")
        .contains("Remove extra iceberg");
  }

  private static String of(Throwable cause) {
    return AwsFailure.explain(new IOException("outer", cause), DOING).message();
  }

  @Test
  void noCredentialsListsWhatWasTriedAndHidesKeys() {
    RuntimeException thrown =
        AwsFailure.explain(
                SdkClientException.create(
                    "Unable to load credentials from any of the providers: profile file:"
                        + " AKIAABCDEFGHIJKLMNOP"),
                DOING)
            .toException(null);
    assertThat(thrown)
        .isInstanceOf(InvalidConfigException.class)
        .hasMessageStartingWith("AWS-CREDENTIALS: ")
        .hasMessageContaining("Tried: ")
        .hasMessageContaining("profile file: AKIA****");
  }

  @Test
  void noRegionNamesTheOption() {
    assertThat(
            AwsFailure.explain(
                    SdkClientException.create("Unable to load region from any of the providers"),
                    DOING)
                .message())
        .startsWith("AWS-REGION: ")
        .contains("datalake.iceberg.client.region");
  }
}

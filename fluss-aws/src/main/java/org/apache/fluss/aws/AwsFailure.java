// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.aws;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.apache.fluss.exception.InvalidConfigException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A failure of AWS in one sentence: the code, what was being done, as whom, on what, and what to
 * change. Access keys in texts of AWS are masked. Immutable.
 */
public final class AwsFailure {

  private static final Pattern ACCESS_KEY = Pattern.compile("\\b(A(?:K|S)IA)[A-Z0-9]{8,}\\b");
  private static final Pattern PRINCIPAL = Pattern.compile("(?:User|user):? (arn:\\S+)");
  private static final Pattern DENIED_ACTION = Pattern.compile("perform:? ([a-z0-9-]+:[A-Za-z*]+)");
  private static final Pattern DENIED_RESOURCE = Pattern.compile("resource:? \"?(arn:[^\\s\"]+)");
  private static final Pattern EXPECTED_REGION =
      Pattern.compile("(?:expecting|expected) '([a-z0-9-]+)'");

  private final AwsError error;
  private final String sentence;

  private AwsFailure(AwsError error, String sentence) {
    this.error = error;
    this.sentence = sentence;
  }

  static AwsFailure of(AwsError error, String sentence) {
    return new AwsFailure(error, sentence);
  }

  /** The kind of failure. */
  public AwsError error() {
    return error;
  }

  /** Code and sentence. */
  public String message() {
    return error.code() + ": " + sentence;
  }

  /**
   * An exception to throw: {@link InvalidConfigException} where only configuration helps, else
   * {@link AwsException}.
   */
  public RuntimeException toException(Throwable cause) {
    if (error.isConfiguration()) {
      InvalidConfigException e = new InvalidConfigException(message());
      if (cause != null) {
        e.initCause(cause);
      }
      return e;
    }
    return new AwsException(error, message(), cause);
  }

  /** Whether AWS, the way to it, or libraries in conflict are at the bottom of a failure. */
  public static boolean concerns(Throwable thrown) {
    return find(thrown, SdkException.class) != null || find(thrown, LinkageError.class) != null;
  }

  /** Whether a failure is in words already. */
  public static boolean isExplained(Throwable thrown) {
    if (thrown instanceof AwsException) {
      return true;
    }
    String message = thrown.getMessage();
    for (AwsError error : AwsError.values()) {
      if (message != null && message.startsWith(error.code() + ":")) {
        return true;
      }
    }
    return false;
  }

  /** Whether AWS said that the credentials used are past their time. */
  public static boolean isExpired(Throwable thrown) {
    AwsServiceException service = find(thrown, AwsServiceException.class);
    return service != null
        && isOneOf(
            codeOf(service),
            "ExpiredToken",
            "ExpiredTokenException",
            "RequestExpired",
            "InvalidClientTokenId",
            "UnrecognizedClientException");
  }

  /** Whether AWS asked for fewer requests. */
  public static boolean isThrottled(Throwable thrown) {
    AwsServiceException service = find(thrown, AwsServiceException.class);
    return service != null
        && (service.isThrottlingException()
            || service.statusCode() == 429
            || isOneOf(
                codeOf(service), "SlowDown", "ThrottlingException", "TooManyRequestsException"));
  }

  /**
   * Puts a failure into words.
   *
   * @return never null; {@link AwsError#AWS_OTHER} when nothing is known about it
   */
  public static AwsFailure explain(Throwable thrown, AwsDoing doing) {
    AwsServiceException service = find(thrown, AwsServiceException.class);
    if (service != null) {
      return service(service, doing);
    }
    LinkageError linkage = find(thrown, LinkageError.class);
    if (linkage != null) {
      return new AwsFailure(
          AwsError.JAR_CONFLICT,
          "while "
              + doing.action()
              + " "
              + doing.resource()
              + ", two versions of one library met: "
              + linkage
              + ". Remove extra iceberg, aws, hadoop and fluss-fs jars; this distribution needs"
              + " none.");
    }
    AwsFailure network = network(thrown, doing);
    if (network != null) {
      return network;
    }
    SdkClientException client = find(thrown, SdkClientException.class);
    String text = client == null ? "" : String.valueOf(client.getMessage());
    if (text.contains("Unable to load region") || text.contains("region must not be null")) {
      return new AwsFailure(
          AwsError.AWS_REGION,
          sentence(doing, "no AWS region found")
              + " Set datalake.iceberg.client.region (or AWS_REGION).");
    }
    if (text.contains("Unable to load credentials") || text.contains("credentials")) {
      return noCredentials(text, doing);
    }
    return new AwsFailure(AwsError.AWS_OTHER, sentence(doing, mask(rootText(thrown))));
  }

  static AwsFailure noCredentials(String reasons, AwsDoing doing) {
    return new AwsFailure(
        AwsError.AWS_CREDENTIALS,
        sentence(doing, "no AWS credentials found")
            + " "
            + platformHint(AwsEnvironment.SYSTEM)
            + " Tried: "
            + mask(reasons));
  }

  private static String platformHint(AwsEnvironment env) {
    if (env.variable("AWS_WEB_IDENTITY_TOKEN_FILE") != null) {
      return "This looks like EKS with a service account role: check the role's trust policy.";
    }
    if (env.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") != null
        || env.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI") != null) {
      return "This looks like ECS or EKS Pod Identity: check the task's or pod's role.";
    }
    return "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or give the machine a"
        + " role.";
  }

  private static AwsFailure service(AwsServiceException e, AwsDoing doing) {
    String code = codeOf(e);
    String text = textOf(e);
    String service = serviceOf(e);
    if (text.contains("Lake Formation")) {
      return new AwsFailure(
          AwsError.LF_DENIED,
          sentence(doing, "Lake Formation refused: " + text)
              + as(text, doing)
              + " Grant the principal the named permissions on database and table in Lake Formation"
              + " (and data location access to the warehouse when it is registered)."
              + id(e));
    }
    if (isExpired(e)) {
      return new AwsFailure(
          AwsError.AWS_CREDENTIALS_EXPIRED,
          sentence(doing, "the credentials are past their time: " + text)
              + (doing.settings().staticKeys() != null
                      && doing.settings().staticKeys().token != null
                  ? " The static session token in option "
                      + doing.settings().staticKeys().source
                      + " expired: replace it, or remove it so that the default chain refreshes"
                      + " itself."
                  : " Refreshing them did not help: check the source of the credentials.")
              + id(e));
    }
    if (code.equals("RequestTimeTooSkewed")
        || (code.equals("SignatureDoesNotMatch") && text.contains("not yet current"))
        || (code.equals("InvalidSignatureException") && text.contains("not yet current"))) {
      return new AwsFailure(
          AwsError.AWS_CLOCK_SKEW,
          sentence(doing, "this machine's clock is off: " + text) + " Synchronise it." + id(e));
    }
    if (isOneOf(code, "SignatureDoesNotMatch", "InvalidSignatureException", "InvalidAccessKeyId")) {
      return new AwsFailure(
          AwsError.AWS_SIGNATURE,
          sentence(doing, "AWS does not accept the key pair: " + text)
              + " Check access key and secret, and that they belong to this endpoint."
              + id(e));
    }
    if (isThrottled(e)) {
      return new AwsFailure(
          AwsError.AWS_THROTTLED,
          sentence(doing, service + " asks for fewer requests: " + text)
              + " It is tried again later; a longer table.datalake.freshness lowers the rate."
              + id(e));
    }
    if (service.equalsIgnoreCase("Glue")) {
      AwsFailure glue = glue(code, text, e, doing);
      if (glue != null) {
        return glue;
      }
    }
    if (service.equalsIgnoreCase("Sts")) {
      return new AwsFailure(
          AwsError.STS_DENIED,
          sentence(doing, "STS refused: " + text)
              + as(text, doing)
              + " Check the role's ARN and that its trust policy names the caller."
              + id(e));
    }
    if (service.equalsIgnoreCase("S3")) {
      AwsFailure s3 = s3(code, text, e, doing);
      if (s3 != null) {
        return s3;
      }
    }
    return new AwsFailure(
        AwsError.AWS_OTHER,
        sentence(doing, service + " answered " + code + " (" + e.statusCode() + "): " + text)
            + id(e));
  }

  private static AwsFailure glue(String code, String text, AwsServiceException e, AwsDoing doing) {
    String catalogId = doing.settings().glueCatalogId();
    switch (code) {
      case "AccessDeniedException":
        if (catalogId != null) {
          return new AwsFailure(
              AwsError.GLUE_CATALOG_ID,
              sentence(doing, "Glue refused: " + text)
                  + as(text, doing)
                  + " Catalog id in use: "
                  + catalogId
                  + " (option datalake.iceberg.glue.id): its resource policy must allow the caller."
                  + id(e));
        }
        String action = found(DENIED_ACTION, text, "glue:*");
        String arn = found(DENIED_RESOURCE, text, "*");
        return new AwsFailure(
            AwsError.GLUE_ACCESS_DENIED,
            sentence(doing, "Glue refused: " + text)
                + as(text, doing)
                + " Allow it: {\"Effect\":\"Allow\",\"Action\":\""
                + action
                + "\",\"Resource\":\""
                + arn
                + "\"}; when Lake Formation governs the database, grant there too."
                + id(e));
      case "EntityNotFoundException":
        return new AwsFailure(
            AwsError.GLUE_NOT_FOUND,
            sentence(doing, "it is not in Glue: " + text)
                + " Database or table was deleted outside Fluss, or glue.id points elsewhere."
                + id(e));
      case "ConcurrentModificationException":
        return new AwsFailure(
            AwsError.GLUE_CONFLICT,
            sentence(doing, "another writer changed the table: " + text)
                + " The next round tries again."
                + id(e));
      case "ResourceNumberLimitExceededException":
        return new AwsFailure(
            AwsError.GLUE_LIMIT,
            sentence(doing, "a limit of Glue is reached: " + text)
                + " Keep datalake.iceberg.glue.skip-archive at true and delete old table versions."
                + id(e));
      case "InvalidInputException":
        return new AwsFailure(
            AwsError.GLUE_NAME, sentence(doing, "Glue does not accept it: " + text) + id(e));
      default:
        return null;
    }
  }

  private static AwsFailure s3(String code, String text, AwsServiceException e, AwsDoing doing) {
    if (isOneOf(
            code,
            "PermanentRedirect",
            "AuthorizationHeaderMalformed",
            "IllegalLocationConstraintException")
        || e.statusCode() == 301) {
      String region =
          e.awsErrorDetails() == null || e.awsErrorDetails().sdkHttpResponse() == null
              ? found(EXPECTED_REGION, text, "unknown")
              : e.awsErrorDetails()
                  .sdkHttpResponse()
                  .firstMatchingHeader("x-amz-bucket-region")
                  .orElse(found(EXPECTED_REGION, text, "unknown"));
      return new AwsFailure(
          AwsError.S3_ENDPOINT,
          sentence(doing, "the bucket is in another region (" + region + "): " + text)
              + " Set s3.region, or leave datalake.iceberg.s3.cross-region-access-enabled at true."
              + id(e));
    }
    if (code.equals("NoSuchBucket")) {
      return new AwsFailure(
          AwsError.S3_BUCKET_MISSING,
          sentence(doing, "the bucket does not exist: " + text)
              + " Create it, or correct datalake.iceberg.warehouse / remote.data.dir."
              + id(e));
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if ((e.statusCode() == 400 || e.statusCode() == 501)
        && (lower.contains("checksum")
            || lower.contains("trailer")
            || code.equals("NotImplemented"))) {
      return new AwsFailure(
          AwsError.S3_CHECKSUM,
          sentence(doing, "the store does not understand the request's checksum: " + text)
              + " Set the store's address as s3.endpoint; checksums are then only sent where"
              + " required."
              + id(e));
    }
    if (e.statusCode() == 403) {
      return new AwsFailure(
          AwsError.S3_ACCESS_DENIED,
          sentence(doing, "S3 refused (" + code + "): " + text)
              + as(text, doing)
              + (lower.contains("kms")
                  ? " The bucket is encrypted with a KMS key: allow kms:GenerateDataKey and"
                      + " kms:Decrypt."
                  : " Allow s3:GetObject, s3:PutObject, s3:DeleteObject on its keys and"
                      + " s3:ListBucket on the bucket.")
              + id(e));
    }
    if (e.statusCode() == 404) {
      return new AwsFailure(
          AwsError.S3_NOT_FOUND, sentence(doing, "there is no such object: " + text) + id(e));
    }
    return null;
  }

  private static AwsFailure network(Throwable thrown, AwsDoing doing) {
    UnknownHostException host = find(thrown, UnknownHostException.class);
    if (host != null) {
      return new AwsFailure(
          AwsError.S3_DNS,
          sentence(doing, "host name " + host.getMessage() + " is not known")
              + " With a custom endpoint set s3.path-style-access: true; else check the region.");
    }
    SSLException tls = find(thrown, SSLException.class);
    if (tls != null) {
      return new AwsFailure(
          AwsError.S3_TLS,
          sentence(doing, "TLS failed: " + tls.getMessage())
              + " Check http:// or https:// in the endpoint option, and the certificate.");
    }
    if (find(thrown, ConnectException.class) != null
        || find(thrown, SocketTimeoutException.class) != null) {
      return new AwsFailure(
          AwsError.AWS_CONNECT,
          sentence(doing, "cannot connect: " + rootText(thrown))
              + " Endpoints: S3 "
              + orDefault(doing.settings().s3Endpoint())
              + ", Glue "
              + orDefault(doing.settings().glueEndpoint())
              + ". Check port, proxy settings (http-client.proxy-endpoint) and VPC endpoints.");
    }
    return null;
  }

  private static String orDefault(String endpoint) {
    return endpoint == null ? "of the region" : endpoint;
  }

  private static String sentence(AwsDoing doing, String what) {
    return "while "
        + doing.action()
        + " "
        + doing.resource()
        + ", "
        + what
        + (what.endsWith(".") ? "" : ".");
  }

  private static String as(String text, AwsDoing doing) {
    String principal = doing.principal() != null ? doing.principal() : found(PRINCIPAL, text, null);
    return principal == null ? "" : " Principal: " + principal + ".";
  }

  private static String id(AwsServiceException e) {
    return e.requestId() == null ? "" : " (request " + e.requestId() + ")";
  }

  private static String codeOf(AwsServiceException e) {
    return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
        ? e.getClass().getSimpleName()
        : e.awsErrorDetails().errorCode();
  }

  private static String textOf(AwsServiceException e) {
    String text = e.awsErrorDetails() == null ? null : e.awsErrorDetails().errorMessage();
    return mask(text == null || text.isEmpty() ? String.valueOf(e.getMessage()) : text);
  }

  private static String serviceOf(AwsServiceException e) {
    String name = e.awsErrorDetails() == null ? null : e.awsErrorDetails().serviceName();
    return name == null ? "AWS" : name;
  }

  private static String found(Pattern pattern, String text, String absent) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : absent;
  }

  private static boolean isOneOf(String code, String... codes) {
    for (String candidate : codes) {
      if (candidate.equals(code)) {
        return true;
      }
    }
    return false;
  }

  private static String rootText(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < 20 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return root.toString();
  }

  static String mask(String text) {
    return ACCESS_KEY.matcher(text).replaceAll("$1****");
  }

  private static <T extends Throwable> T find(Throwable thrown, Class<T> type) {
    Throwable t = thrown;
    for (int i = 0; i < 20 && t != null; i++) {
      if (type.isInstance(t)) {
        return type.cast(t);
      }
      t = t.getCause();
    }
    return null;
  }
}

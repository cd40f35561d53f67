// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.glue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.apache.fluss.aws.AwsFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.CreateTableRequest;
import software.amazon.awssdk.services.glue.model.TableInput;
import software.amazon.awssdk.services.glue.model.UpdateTableRequest;

/**
 * A Glue client that tells a refusal from an unclear answer. Iceberg 1.10.1 takes every service
 * error that the SDK did not retry for a refusal and deletes the new metadata file, though Glue may
 * have applied the change; from here an unclear answer comes as an {@link UnclearAnswerException},
 * for which Iceberg looks again.
 */
final class ClearAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(ClearAnswers.class);

  // the only answers that say the change was not applied
  private static final Set<String> REFUSALS =
      Set.of(
          "ConcurrentModificationException",
          "AlreadyExistsException",
          "EntityNotFoundException",
          "AccessDeniedException",
          "InvalidInputException",
          "ValidationException",
          "ResourceNumberLimitExceededException",
          "InvalidSignatureException",
          "SignatureDoesNotMatch",
          "MissingAuthenticationTokenException");

  private ClearAnswers() {}

  static GlueClient of(GlueClient glue) {
    return (GlueClient)
        Proxy.newProxyInstance(
            GlueClient.class.getClassLoader(),
            new Class<?>[] {GlueClient.class},
            (proxy, method, args) -> {
              try {
                return method.invoke(glue, args);
              } catch (InvocationTargetException e) {
                String location = args == null ? null : metadataLocation(args[0]);
                if (location == null || isRefusal(e.getCause())) {
                  throw e.getCause();
                }
                UnclearAnswerException unclear = new UnclearAnswerException(e.getCause());
                LOG.warn("Glue's answer about {} is unclear, looking again", location, unclear);
                CommitDoubts.raise(location, unclear);
                throw unclear;
              }
            });
  }

  private static boolean isRefusal(Throwable thrown) {
    if (!(thrown instanceof SdkException)) {
      // not from the service: a bug, or a caller's mistake
      return true;
    }
    if (AwsFailure.isThrottled(thrown) || AwsFailure.isExpired(thrown)) {
      return true;
    }
    return thrown instanceof AwsServiceException
        && ((AwsServiceException) thrown).awsErrorDetails() != null
        && REFUSALS.contains(((AwsServiceException) thrown).awsErrorDetails().errorCode());
  }

  private static String metadataLocation(Object request) {
    TableInput input =
        request instanceof UpdateTableRequest
            ? ((UpdateTableRequest) request).tableInput()
            : request instanceof CreateTableRequest
                ? ((CreateTableRequest) request).tableInput()
                : null;
    return input == null || input.parameters() == null
        ? null
        : input.parameters().get("metadata_location");
  }
}

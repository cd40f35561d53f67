// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.fluss.cluster.ServerType;
import org.apache.fluss.exception.InvalidMetadataException;
import org.apache.fluss.exception.NotLeaderOrFollowerException;
import org.apache.fluss.exception.RetriableAuthenticationException;
import org.apache.fluss.exception.RetriableException;
import org.apache.fluss.exception.UnknownServerException;
import org.apache.fluss.rpc.messages.ErrorResponse;
import org.junit.jupiter.api.Test;

class ErrorsTest {
  @Test
  void numbersAndClasses() {
    assertThat(Errors.values()).hasSize(65);
    for (Errors error : Errors.values()) {
      assertThat(Errors.forCode(error.code())).isEqualTo(error);
      if (error != Errors.NONE) {
        assertThat(error.exception()).hasMessage(error.message());
        assertThat(Errors.forException(error.exception("text"))).isEqualTo(error);
        ErrorResponse wire = ApiError.fromThrowable(error.exception("text")).toErrorResponse();
        assertThat(ApiError.fromErrorMessage(wire).exception())
            .isInstanceOf(error.exception().getClass())
            .hasMessageContaining("text");
        assertThat(new ApiError(error, error.message()).toErrorResponse().hasErrorMessage())
            .isFalse();
      }
    }
    assertThat(Errors.forCode(9999)).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
    assertThat(Errors.forCode(9999).exception("x")).isInstanceOf(UnknownServerException.class);
    assertThat(ApiError.fromErrorMessage(new ErrorResponse())).isEqualTo(ApiError.NONE);
    assertThat(ApiError.NONE.exception()).isNull();
  }

  @Test
  void retriableAndMetadataErrors() {
    assertThat(
            java.util.Arrays.stream(Errors.values())
                .filter(e -> e.exception() instanceof RetriableException)
                .mapToInt(Errors::code))
        .containsExactly(1, 3, 9, 10, 11, 12, 14, 21, 25, 26, 28, 29, 44);
    assertThat(
            java.util.Arrays.stream(Errors.values())
                .filter(e -> e.exception() instanceof InvalidMetadataException)
                .mapToInt(Errors::code))
        .containsExactly(1, 12, 21, 44);
  }

  @Test
  void wrappersAndSuperclasses() {
    Throwable cause = new NotLeaderOrFollowerException("moved");
    assertThat(Errors.forException(new CompletionException(new ExecutionException(cause))))
        .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
    assertThat(ApiError.fromThrowable(new CompletionException(cause)).message()).isEqualTo("moved");
    assertThat(Errors.forException(new NotLeaderOrFollowerException("sub") {}))
        .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
    assertThat(Errors.forException(new RetriableAuthenticationException("x")).code()).isEqualTo(51);
    ApiError unknown =
        ApiError.fromThrowable(new IllegalStateException("a", new IllegalArgumentException("b")));
    assertThat(unknown.error()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR);
    assertThat(unknown.message())
        .contains("a", "IllegalArgumentException: b")
        .doesNotContain("at ");
    assertThat(ApiError.fromThrowable(new NotLeaderOrFollowerException((String) null)).message())
        .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER.message());
  }

  @Test
  void calls() {
    assertThat(ApiKeys.values()).hasSize(60);
    for (ApiKeys api : ApiKeys.values()) {
      assertThat(ApiKeys.forId(api.id())).isEqualTo(api);
      assertThat(api.servedBy(ServerType.UNKNOWN)).isFalse();
      String request = api.newRequest().getClass().getSimpleName();
      assertThat(api.newResponse().getClass().getSimpleName())
          .isEqualTo(request.replace("Request", "Response"));
    }
    assertThat(ApiKeys.forId(4242)).isNull();
  }

  @Test
  void mergeModes() {
    assertThat(MergeMode.fromValue(1)).isEqualTo(MergeMode.OVERWRITE);
    assertThat(MergeMode.fromProtoValue(7)).isEqualTo(MergeMode.DEFAULT);
    assertThatThrownBy(() -> MergeMode.fromValue(2)).isInstanceOf(IllegalArgumentException.class);
  }
}

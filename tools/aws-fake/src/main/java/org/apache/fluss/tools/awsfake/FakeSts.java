// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Hands out numbered temporary credentials. Thread-safe. */
public final class FakeSts implements AwsFake.Service {

  private static final String ACCOUNT = "123456789012";

  private final AtomicInteger issued = new AtomicInteger();
  private volatile long lifeSeconds = 3600;

  FakeSts() {}

  /** How long credentials handed out from now on live. */
  public void lifeSeconds(long seconds) {
    lifeSeconds = seconds;
  }

  /** How many credentials were handed out. */
  public int issued() {
    return issued.get();
  }

  @Override
  public String operation(Request request) {
    return "sts:" + Request.parameters(request.text()).get("Action");
  }

  @Override
  public AwsFake.Answer answer(Request request) {
    Map<String, String> form = Request.parameters(request.text());
    String action = form.get("Action");
    switch (action) {
      case "AssumeRole":
      case "AssumeRoleWithWebIdentity":
        return result(
            action,
            credentials()
                + "<AssumedRoleUser><AssumedRoleId>AROA:"
                + form.get("RoleSessionName")
                + "</AssumedRoleId><Arn>"
                + form.get("RoleArn")
                + "</Arn></AssumedRoleUser>");
      case "GetSessionToken":
        return result(action, credentials());
      case "GetCallerIdentity":
        return result(
            action,
            "<Arn>arn:aws:iam::"
                + ACCOUNT
                + ":user/fluss</Arn><UserId>AIDA</UserId><Account>"
                + ACCOUNT
                + "</Account>");
      default:
        return error(400, "InvalidAction", action);
    }
  }

  private String credentials() {
    int number = issued.incrementAndGet();
    return "<Credentials><AccessKeyId>ASIAFAKE"
        + number
        + "</AccessKeyId><SecretAccessKey>secret"
        + number
        + "</SecretAccessKey><SessionToken>token"
        + number
        + "</SessionToken><Expiration>"
        + Instant.now().plusSeconds(lifeSeconds).truncatedTo(ChronoUnit.SECONDS)
        + "</Expiration></Credentials>";
  }

  private static AwsFake.Answer result(String action, String body) {
    return new AwsFake.Answer(
            200,
            "<"
                + action
                + "Response xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"><"
                + action
                + "Result>"
                + body
                + "</"
                + action
                + "Result></"
                + action
                + "Response>")
        .with("Content-Type", "text/xml");
  }

  @Override
  public AwsFake.Answer error(int status, String code, String message) {
    return new AwsFake.Answer(
            status,
            "<ErrorResponse><Error><Code>"
                + code
                + "</Code><Message>"
                + message
                + "</Message></Error></ErrorResponse>")
        .with("Content-Type", "text/xml");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.security.auth.sasl.plain;

import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.spi.LoginModule;

/**
 * The login module that JAAS texts and files name. Clients give the options {@code username} and
 * {@code password}, servers {@code user_NAME="PASSWORD"} for each user. The authenticators read the
 * options themselves; logging in through JAAS puts the client's pair into the subject.
 */
public final class PlainLoginModule implements LoginModule {
  /** Creates a module for JAAS to initialize. */
  public PlainLoginModule() {}

  @Override
  public void initialize(
      Subject subject,
      CallbackHandler callbackHandler,
      Map<String, ?> sharedState,
      Map<String, ?> options) {
    Object username = options.get("username");
    if (username != null) {
      subject.getPublicCredentials().add(username);
    }
    Object password = options.get("password");
    if (password != null) {
      subject.getPrivateCredentials().add(password);
    }
  }

  @Override
  public boolean login() {
    return true;
  }

  @Override
  public boolean commit() {
    return true;
  }

  @Override
  public boolean abort() {
    return false;
  }

  @Override
  public boolean logout() {
    return true;
  }
}

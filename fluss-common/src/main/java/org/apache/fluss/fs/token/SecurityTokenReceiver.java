// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.token;

/** Takes the tokens of one scheme in a client. Found as a service; one per scheme. Thread-safe. */
public interface SecurityTokenReceiver {

  /** The scheme, such as {@code s3}. */
  String scheme();

  /** Uses the token from now on. */
  void onNewTokensObtained(ObtainedSecurityToken token) throws Exception;
}

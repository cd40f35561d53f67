// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.local;

import org.apache.fluss.fs.token.ObtainedSecurityToken;
import org.apache.fluss.fs.token.SecurityTokenReceiver;

/** Local files need no token. */
public final class LocalSecurityTokenReceiver implements SecurityTokenReceiver {
  /** For the service loader. */
  public LocalSecurityTokenReceiver() {}

  @Override
  public String scheme() {
    return LocalFileSystem.SCHEME;
  }

  @Override
  public void onNewTokensObtained(ObtainedSecurityToken token) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.fs.token;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a client needs to read the files of a server. Immutable, apart from the token's bytes. */
public final class ObtainedSecurityToken {
  private final String scheme;
  private final byte[] token;
  private final Long validUntil;
  private final Map<String, String> additionInfos;

  /**
   * @param scheme of the file system
   * @param token in the form of the scheme, may be empty
   * @param validUntil milliseconds since the epoch; null if it does not expire
   * @param additionInfos configuration the client needs too
   */
  public ObtainedSecurityToken(
      String scheme, byte[] token, Long validUntil, Map<String, String> additionInfos) {
    this.scheme = Objects.requireNonNull(scheme);
    this.token = Objects.requireNonNull(token);
    this.validUntil = validUntil;
    this.additionInfos = Collections.unmodifiableMap(new HashMap<>(additionInfos));
  }

  /** The scheme of the file system. */
  public String getScheme() {
    return scheme;
  }

  /** The token, not copied. */
  public byte[] getToken() {
    return token;
  }

  /** Milliseconds since the epoch; empty if it does not expire. */
  public Optional<Long> getValidUntil() {
    return Optional.ofNullable(validUntil);
  }

  /** Configuration the client needs too. */
  public Map<String, String> getAdditionInfos() {
    return additionInfos;
  }
}

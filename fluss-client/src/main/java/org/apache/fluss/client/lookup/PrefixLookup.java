// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.lookup;

import java.util.List;
import org.apache.fluss.annotation.PublicEvolving;

/** Which columns a prefix lookup uses. Immutable. */
@PublicEvolving
public class PrefixLookup {
  private final List<String> lookupColumnNames;

  public PrefixLookup(List<String> lookupColumnNames) {
    this.lookupColumnNames = List.copyOf(lookupColumnNames);
  }

  /** Unmodifiable. */
  public List<String> getLookupColumnNames() {
    return lookupColumnNames;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.committer;

import org.apache.fluss.annotation.PublicEvolving;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;

/** What a committer is made for. Nothing in it is null. */
@PublicEvolving
public interface CommitterInitContext {

  /** The table. */
  TablePath tablePath();

  /** The table as it was when the round started. */
  TableInfo tableInfo();

  /** Options of the tiering service, keys {@code lake.tiering.*}. */
  Configuration lakeTieringConfig();

  /** Configuration of the Fluss client of the tiering service. */
  Configuration flussClientConfig();
}

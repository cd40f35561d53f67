// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.client.token.SecurityTokens;
import org.apache.fluss.fs.FsPathAndFileName;

/** Copies files once the first security token is there. */
public final class GuardedFileDownloader extends RemoteFileDownloader {
  private final SecurityTokens tokens;

  public GuardedFileDownloader(int threadNum, SecurityTokens tokens) {
    super(threadNum);
    this.tokens = tokens;
  }

  @Override
  public CompletableFuture<Long> downloadFileAsync(
      FsPathAndFileName fsPathAndFileName, Path targetDirectory) {
    return tokens
        .ready()
        .thenCompose(ready -> super.downloadFileAsync(fsPathAndFileName, targetDirectory));
  }
}

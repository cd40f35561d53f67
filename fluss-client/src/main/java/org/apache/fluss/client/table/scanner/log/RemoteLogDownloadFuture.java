// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.log;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.fluss.exception.FetchException;
import org.apache.fluss.record.FileLogRecords;

/** A remote segment on its way to the local disk. Thread-safe. */
public class RemoteLogDownloadFuture {
  private final CompletableFuture<File> logFileFuture;
  private final Runnable recycleCallback;

  /**
   * @param recycleCallback to be run once, when the file is not needed any more
   */
  public RemoteLogDownloadFuture(CompletableFuture<File> logFileFuture, Runnable recycleCallback) {
    this.logFileFuture = logFileFuture;
    this.recycleCallback = recycleCallback;
  }

  public boolean isDone() {
    return logFileFuture.isDone();
  }

  /** To be run once, when the file is not needed any more. */
  public Runnable getRecycleCallback() {
    return recycleCallback;
  }

  /**
   * The records of the file, which is there.
   *
   * @param startPosition where in the file they begin, in bytes
   * @throws FetchException if the file cannot be read
   */
  public FileLogRecords getFileLogRecords(int startPosition) {
    try {
      FileLogRecords records = FileLogRecords.open(logFileFuture.join(), false);
      return startPosition == 0
          ? records
          : records.slice(startPosition, records.sizeInBytes() - startPosition);
    } catch (IOException e) {
      throw new FetchException("A downloaded log segment cannot be read.", e);
    }
  }

  /** Runs something when the file is there or will not come. */
  public void onComplete(Runnable callback) {
    logFileFuture.whenComplete((file, failure) -> callback.run());
  }
}

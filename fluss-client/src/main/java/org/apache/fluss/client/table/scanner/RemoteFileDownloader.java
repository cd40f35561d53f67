// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.CloseableRegistry;

/** Copies remote files to local directories, several at a time. Thread-safe. */
public class RemoteFileDownloader implements Closeable {
  private static final String THREAD_NAME = "fluss-client-remote-file-downloader";

  /** Runs the downloads. */
  protected final ExecutorService downloadThreadPool;

  /**
   * @param threadNum how many files are copied at once
   */
  public RemoteFileDownloader(int threadNum) {
    this.downloadThreadPool =
        Executors.newFixedThreadPool(
            threadNum,
            task -> {
              Thread thread = new Thread(task, THREAD_NAME);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Copies a file.
   *
   * @return its size in bytes
   */
  public CompletableFuture<Long> downloadFileAsync(
      FsPathAndFileName fsPathAndFileName, Path targetDirectory) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return downloadFile(
                targetDirectory.resolve(fsPathAndFileName.getFileName()),
                fsPathAndFileName.getPath());
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        downloadThreadPool);
  }

  /**
   * Copies a file on the calling thread; a part of it never shows under the target's name.
   *
   * @return its size in bytes
   */
  protected long downloadFile(Path targetFilePath, FsPath remoteFilePath) throws IOException {
    Files.createDirectories(targetFilePath.getParent());
    Path part = targetFilePath.resolveSibling(targetFilePath.getFileName() + ".part");
    try (InputStream in = remoteFilePath.getFileSystem().open(remoteFilePath)) {
      long size = Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, targetFilePath, StandardCopyOption.REPLACE_EXISTING);
      return size;
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw e;
    }
  }

  /** Copies files and waits for them; closing the registry ends the waiting. */
  public void transferAllToDirectory(
      List<FsPathAndFileName> fsPathAndFileNames,
      Path targetDirectory,
      CloseableRegistry closeableRegistry)
      throws IOException {
    List<CompletableFuture<Long>> copies = new ArrayList<>();
    fsPathAndFileNames.forEach(file -> copies.add(downloadFileAsync(file, targetDirectory)));
    CompletableFuture<Void> all =
        CompletableFuture.allOf(copies.toArray(new CompletableFuture<?>[0]));
    Closeable cancellation =
        () -> {
          copies.forEach(copy -> copy.cancel(true));
          all.cancel(true);
        };
    closeableRegistry.registerCloseable(cancellation);
    try {
      all.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while copying files to " + targetDirectory + ".", e);
    } catch (ExecutionException | java.util.concurrent.CancellationException e) {
      throw new IOException(
          "Files could not be copied to " + targetDirectory + ".", Errors.unwrap(e));
    } finally {
      closeableRegistry.unregisterCloseable(cancellation);
    }
  }

  @Override
  public void close() throws IOException {
    downloadThreadPool.shutdownNow();
  }
}

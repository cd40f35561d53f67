// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.fluss.client.admin.Admin;
import org.apache.fluss.client.admin.FlussAdmin;
import org.apache.fluss.client.lookup.LookupClient;
import org.apache.fluss.client.metadata.MetadataUpdater;
import org.apache.fluss.client.metrics.WriterMetricGroup;
import org.apache.fluss.client.table.FlussTable;
import org.apache.fluss.client.table.Table;
import org.apache.fluss.client.table.scanner.GuardedFileDownloader;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.client.token.SecurityTokens;
import org.apache.fluss.client.write.WriterClient;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.config.FlussConfigUtils;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FileSystem;
import org.apache.fluss.metadata.TableInfo;
import org.apache.fluss.metadata.TablePath;
import org.apache.fluss.metrics.registry.MetricRegistry;
import org.apache.fluss.rpc.RpcClient;
import org.apache.fluss.rpc.metrics.ClientMetricGroup;
import org.apache.fluss.rpc.netty.client.NettyRpcClient;
import org.apache.fluss.rpc.protocol.Errors;
import org.apache.fluss.utils.Closeables;
import org.apache.fluss.utils.clock.SystemClock;

/** The connection over the network; makes its parts on first use. */
public final class FlussConnection implements Connection {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(60);
  private static final String FILE_SYSTEM_PREFIX = FlussConfigUtils.CLIENT_PREFIX + "fs.";

  private final Configuration conf;
  private final MetricRegistry metricRegistry;
  private final boolean ownsRegistry;
  private final ClientMetricGroup metrics;
  private final RpcClient rpcClient;
  private final MetadataUpdater metadata;
  private final Admin admin;
  private WriterClient writer;
  private LookupClient lookups;
  private RemoteFileDownloader downloader;
  private ScheduledExecutorService scheduler;
  private boolean closed;

  FlussConnection(Configuration conf, MetricRegistry metricRegistry, boolean ownsRegistry) {
    this(conf, metricRegistry, ownsRegistry, metrics -> new NettyRpcClient(conf, metrics, false));
  }

  FlussConnection(
      Configuration conf,
      MetricRegistry metricRegistry,
      boolean ownsRegistry,
      Function<ClientMetricGroup, RpcClient> transport) {
    this.conf = conf;
    this.metricRegistry = metricRegistry;
    this.ownsRegistry = ownsRegistry;
    initializeFileSystems(conf);
    this.metrics = new ClientMetricGroup(metricRegistry, conf.get(ConfigOptions.CLIENT_ID));
    this.rpcClient = transport.apply(metrics);
    try {
      this.metadata = new MetadataUpdater(conf, rpcClient);
    } catch (RuntimeException e) {
      rpcClient.close();
      metrics.close();
      throw e;
    }
    this.admin = new FlussAdmin(rpcClient, metadata);
  }

  /**
   * Hands {@code client.fs.x} to the file systems as {@code x} and as {@code fs.x}. Without such
   * options the file systems of the process stay as they are.
   */
  private static void initializeFileSystems(Configuration conf) {
    Configuration files = new Configuration();
    conf.toMap()
        .forEach(
            (key, value) -> {
              if (key.startsWith(FILE_SYSTEM_PREFIX)) {
                files.setString(key.substring(FILE_SYSTEM_PREFIX.length()), value);
                files.setString(key.substring(FlussConfigUtils.CLIENT_PREFIX.length()), value);
              }
            });
    if (!files.keySet().isEmpty()) {
      FileSystem.initialize(files, null);
    }
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public Admin getAdmin() {
    return admin;
  }

  /** The admin, always the same one. */
  public Admin getOrCreateAdmin() {
    return admin;
  }

  public MetadataUpdater getMetadataUpdater() {
    return metadata;
  }

  public ClientMetricGroup getClientMetricGroup() {
    return metrics;
  }

  @Override
  public Table getTable(TablePath tablePath) {
    try {
      TableInfo table = admin.getTableInfo(tablePath).join();
      if (!table.isPartitioned()) {
        metadata.updateTableOrPartitionMetadata(tablePath, null);
      }
      return new FlussTable(this, tablePath, table);
    } catch (CompletionException e) {
      throw new FlussRuntimeException(
          "Table " + tablePath + " cannot be opened.", Errors.unwrap(e));
    }
  }

  /** The engine of all writers. */
  public synchronized WriterClient getOrCreateWriterClient() {
    checkOpen();
    if (writer == null) {
      writer =
          new WriterClient(
              conf,
              metadata,
              admin,
              new WriterMetricGroup(metrics),
              SystemClock.getInstance(),
              threads("fluss-write-sender"));
    }
    return writer;
  }

  /** The engine of all lookups. */
  public synchronized LookupClient getOrCreateLookupClient() {
    checkOpen();
    if (lookups == null) {
      lookups =
          new LookupClient(conf, metadata, scheduler(), threads(LookupClient.LOOKUP_THREAD_PREFIX));
    }
    return lookups;
  }

  /** What fetches remote files. */
  public synchronized RemoteFileDownloader getOrCreateRemoteFileDownloader() {
    checkOpen();
    if (downloader == null) {
      SecurityTokens tokens =
          new SecurityTokens(
              conf, metadata.newRandomTabletServerClient(), scheduler(), SystemClock.getInstance());
      downloader =
          new GuardedFileDownloader(
              conf.get(ConfigOptions.REMOTE_FILE_DOWNLOAD_THREAD_NUM), tokens);
    }
    return downloader;
  }

  private ScheduledExecutorService scheduler() {
    if (scheduler == null) {
      scheduler = Executors.newSingleThreadScheduledExecutor(threads("fluss-client-scheduler"));
    }
    return scheduler;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("This connection is closed.");
    }
  }

  @Override
  public void close() throws Exception {
    WriterClient openWriter;
    LookupClient openLookups;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      openWriter = writer;
      openLookups = lookups;
    }
    if (openWriter != null) {
      openWriter.close(CLOSE_TIMEOUT);
    }
    if (openLookups != null) {
      openLookups.close(CLOSE_TIMEOUT);
    }
    Closeables.closeAll(
        () -> {
          if (scheduler != null) {
            scheduler.shutdownNow();
          }
        },
        downloader,
        metrics::close,
        rpcClient,
        () -> {
          if (ownsRegistry) {
            metricRegistry.closeAsync().get(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
          }
        });
  }
}

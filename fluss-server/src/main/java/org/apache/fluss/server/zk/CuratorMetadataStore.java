// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.zk;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.TransactionOp;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.framework.state.StandardConnectionStateErrorPolicy;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.fluss.config.ConfigOptions;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.IllegalConfigurationException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ConfigException;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.Stat;

/** The metadata store in ZooKeeper. */
public final class CuratorMetadataStore implements MetadataStore {
  private static final byte[] EMPTY = new byte[0];

  private final CuratorFramework client;
  private final String root;
  private final String address;
  private final Semaphore inFlight;

  private CuratorMetadataStore(
      CuratorFramework client, String root, String address, int maxInFlight) {
    this.client = client;
    this.root = root;
    this.address = address;
    this.inFlight = new Semaphore(maxInFlight);
  }

  /**
   * Opens a session.
   *
   * @throws IllegalConfigurationException when an option cannot be used
   * @throws MetadataStoreException when ZooKeeper cannot be reached in time
   */
  public static CuratorMetadataStore connect(Configuration conf) {
    String address = conf.getString(ConfigOptions.ZOOKEEPER_ADDRESS);
    if (address == null || address.trim().isEmpty()) {
      throw new IllegalConfigurationException(
          "No ZooKeeper is configured: set 'zookeeper.address' to host:port of your ensemble.");
    }
    int connectionTimeoutMs = (int) conf.get(ConfigOptions.ZOOKEEPER_CONNECTION_TIMEOUT).toMillis();
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(address)
            .sessionTimeoutMs((int) conf.get(ConfigOptions.ZOOKEEPER_SESSION_TIMEOUT).toMillis())
            .connectionTimeoutMs(connectionTimeoutMs)
            .retryPolicy(
                new ExponentialBackoffRetry(
                    (int) conf.get(ConfigOptions.ZOOKEEPER_RETRY_WAIT).toMillis(),
                    conf.getInt(ConfigOptions.ZOOKEEPER_MAX_RETRY_ATTEMPTS)))
            .ensembleTracker(conf.getBoolean(ConfigOptions.ZOOKEEPER_ENSEMBLE_TRACKING))
            .defaultData(EMPTY)
            .connectionStateErrorPolicy(
                conf.getBoolean(ConfigOptions.ZOOKEEPER_TOLERATE_SUSPENDED_CONNECTIONS)
                    ? new SessionConnectionStateErrorPolicy()
                    : new StandardConnectionStateErrorPolicy())
            .zkClientConfig(clientConfig(conf))
            .build();
    String root = normalizeRoot(conf.getString(ConfigOptions.ZOOKEEPER_ROOT));
    CuratorMetadataStore store =
        new CuratorMetadataStore(
            client, root, address, conf.getInt(ConfigOptions.ZOOKEEPER_MAX_INFLIGHT_REQUESTS));
    client.start();
    try {
      store.awaitConnection(connectionTimeoutMs);
      return store;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** The cluster's root in the form used for paths: one leading slash, none at the end. */
  public static String normalizeRoot(String configured) {
    if (configured == null || !configured.startsWith("/")) {
      throw new IllegalConfigurationException(
          "'zookeeper.path.root' must start with '/', but is '" + configured + "'.");
    }
    StringBuilder root = new StringBuilder();
    for (String part : configured.split("/")) {
      if (!part.isEmpty()) {
        root.append('/').append(part);
      }
    }
    if (root.length() == 0) {
      throw new IllegalConfigurationException("'zookeeper.path.root' must name a node below '/'.");
    }
    return root.toString();
  }

  private static ZKClientConfig clientConfig(Configuration conf) {
    ZKClientConfig config = new ZKClientConfig();
    String file = conf.getString(ConfigOptions.ZOOKEEPER_CONFIG_PATH);
    if (file != null) {
      try {
        config.addConfiguration(Path.of(file));
      } catch (ConfigException e) {
        throw new IllegalConfigurationException(
            "The file '" + file + "' of 'zookeeper.client.config-path' cannot be read.", e);
      }
    }
    config.setProperty(
        ZKConfig.JUTE_MAXBUFFER,
        String.valueOf(conf.getInt(ConfigOptions.ZOOKEEPER_MAX_BUFFER_SIZE)));
    return config;
  }

  private void awaitConnection(int timeoutMs) {
    try {
      if (!client.blockUntilConnected(timeoutMs, TimeUnit.MILLISECONDS)) {
        throw new MetadataStoreException(
            MetadataStoreException.Reason.CONNECTION,
            "No ZooKeeper answers at '"
                + address
                + "' within "
                + timeoutMs
                + " ms. Start it, or correct 'zookeeper.address'.");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public Optional<StoredNode> get(String path) {
    Stat stat = new Stat();
    try {
      byte[] data = client.getData().storingStatIn(stat).forPath(absolute(path));
      return Optional.of(node(data, stat));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (Exception e) {
      throw failure("read " + path, e);
    }
  }

  @Override
  public Map<String, StoredNode> getAll(Collection<String> paths) {
    Map<String, StoredNode> out = new LinkedHashMap<>();
    Map<String, CuratorEvent> events =
        pipelined(
            paths,
            (path, done) ->
                client
                    .getData()
                    .inBackground((c, event) -> done.accept(event))
                    .forPath(absolute(path)));
    events.forEach((path, event) -> out.put(path, node(event.getData(), event.getStat())));
    return out;
  }

  @Override
  public List<String> children(String path) {
    try {
      return client.getChildren().forPath(absolute(path));
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    } catch (Exception e) {
      throw failure("list " + path, e);
    }
  }

  @Override
  public Map<String, List<String>> childrenOfAll(Collection<String> paths) {
    Map<String, CuratorEvent> events =
        pipelined(
            paths,
            (path, done) ->
                client
                    .getChildren()
                    .inBackground((c, event) -> done.accept(event))
                    .forPath(absolute(path)));
    Map<String, List<String>> out = new LinkedHashMap<>();
    for (String path : paths) {
      CuratorEvent event = events.get(path);
      out.put(path, event == null ? List.of() : event.getChildren());
    }
    return out;
  }

  private interface BackgroundRead {
    void start(String path, Consumer<CuratorEvent> done) throws Exception;
  }

  /** Reads with a bounded number in flight; the answers of missing nodes are left out. */
  private Map<String, CuratorEvent> pipelined(Collection<String> paths, BackgroundRead read) {
    Map<String, CompletableFuture<CuratorEvent>> futures = new LinkedHashMap<>();
    for (String path : paths) {
      CompletableFuture<CuratorEvent> future = new CompletableFuture<>();
      futures.put(path, future);
      try {
        inFlight.acquire();
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
      try {
        read.start(
            path,
            event -> {
              inFlight.release();
              future.complete(event);
            });
      } catch (Exception e) {
        inFlight.release();
        throw failure("read " + path, e);
      }
    }
    Map<String, CuratorEvent> out = new LinkedHashMap<>();
    futures.forEach(
        (path, future) -> {
          CuratorEvent event = await(path, future);
          KeeperException.Code code = KeeperException.Code.get(event.getResultCode());
          if (code == KeeperException.Code.OK) {
            out.put(path, event);
          } else if (code != KeeperException.Code.NONODE) {
            throw failure("read " + path, KeeperException.create(code, path));
          }
        });
    return out;
  }

  private CuratorEvent await(String path, CompletableFuture<CuratorEvent> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException | CompletionException e) {
      throw failure("read " + path, e);
    }
  }

  @Override
  public void transact(List<NodeOp> ops) {
    if (ops.isEmpty()) {
      return;
    }
    if (ops.size() > MAX_TRANSACTION_OPS) {
      throw new IllegalArgumentException(ops.size() + " steps in one transaction");
    }
    try {
      List<CuratorOp> curatorOps = new ArrayList<>(ops.size());
      for (NodeOp op : ops) {
        curatorOps.add(curatorOp(op));
      }
      client.transaction().forOperations(curatorOps);
    } catch (Exception e) {
      throw failure(
          ops.size() == 1 ? ops.get(0).toString() : "apply a transaction of " + describe(ops, e),
          e);
    }
  }

  private static String describe(List<NodeOp> ops, Exception e) {
    String text = ops.size() + " steps starting with " + ops.get(0);
    if (e instanceof KeeperException && ((KeeperException) e).getResults() != null) {
      List<OpResult> results = ((KeeperException) e).getResults();
      for (int i = 0; i < Math.min(ops.size(), results.size()); i++) {
        if (results.get(i) instanceof OpResult.ErrorResult) {
          int code = ((OpResult.ErrorResult) results.get(i)).getErr();
          if (code != KeeperException.Code.OK.intValue()
              && code != KeeperException.Code.RUNTIMEINCONSISTENCY.intValue()) {
            return text + ", failing at " + ops.get(i);
          }
        }
      }
    }
    return text;
  }

  private CuratorOp curatorOp(NodeOp op) throws Exception {
    TransactionOp transaction = client.transactionOp();
    String path = absolute(op.path());
    switch (op.kind()) {
      case CREATE:
        return transaction.create().withMode(CreateMode.PERSISTENT).forPath(path, op.data());
      case CREATE_EPHEMERAL:
        return transaction.create().withMode(CreateMode.EPHEMERAL).forPath(path, op.data());
      case CREATE_SEQUENTIAL:
        return transaction
            .create()
            .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
            .forPath(path, op.data());
      case SET:
        return transaction.setData().withVersion(op.version()).forPath(path, op.data());
      case DELETE:
        return transaction.delete().withVersion(op.version()).forPath(path);
      case CHECK:
        return transaction.check().withVersion(op.version()).forPath(path);
      default:
        throw new IllegalStateException("Unknown step " + op);
    }
  }

  @Override
  public void ensure(String path) {
    try {
      client.create().creatingParentsIfNeeded().forPath(absolute(path), EMPTY);
    } catch (KeeperException.NodeExistsException e) {
      // This is what was asked for.
      return;
    } catch (Exception e) {
      throw failure("create " + path, e);
    }
  }

  @Override
  public void deleteRecursively(String path) {
    try {
      client.delete().quietly().deletingChildrenIfNeeded().forPath(absolute(path));
    } catch (Exception e) {
      throw failure("delete " + path, e);
    }
  }

  @Override
  public Watch watchChildren(String path, Runnable onChange) {
    PersistentWatcher watcher = new PersistentWatcher(client, absolute(path), false);
    watcher.getListenable().addListener(event -> onChange.run());
    watcher.getResetListenable().addListener(onChange::run);
    watcher.start();
    return watcher::close;
  }

  @Override
  public Watch watchSession(Runnable onNewSession) {
    ConnectionStateListener listener =
        new ConnectionStateListener() {
          private boolean lost;

          @Override
          public void stateChanged(CuratorFramework framework, ConnectionState state) {
            if (state == ConnectionState.LOST) {
              lost = true;
            } else if (lost && state == ConnectionState.RECONNECTED) {
              lost = false;
              onNewSession.run();
            }
          }
        };
    client.getConnectionStateListenable().addListener(listener);
    return () -> client.getConnectionStateListenable().removeListener(listener);
  }

  @Override
  public long sessionId() {
    try {
      return client.getZookeeperClient().getZooKeeper().getSessionId();
    } catch (Exception e) {
      throw failure("look at the session", e);
    }
  }

  /** For tests that end the session. */
  CuratorFramework client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
  }

  private String absolute(String path) {
    return root + path;
  }

  private static StoredNode node(byte[] data, Stat stat) {
    return new StoredNode(
        data == null ? EMPTY : data,
        stat.getVersion(),
        stat.getCzxid(),
        stat.getCtime(),
        stat.getMtime(),
        stat.getNumChildren(),
        stat.getEphemeralOwner());
  }

  private static MetadataStoreException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new MetadataStoreException(
        MetadataStoreException.Reason.OTHER, "Interrupted while waiting for ZooKeeper", e);
  }

  private MetadataStoreException failure(String what, Exception e) {
    if (e instanceof InterruptedException) {
      return interrupted((InterruptedException) e);
    }
    MetadataStoreException.Reason reason =
        e instanceof KeeperException
            ? reason(((KeeperException) e).code())
            : MetadataStoreException.Reason.OTHER;
    return new MetadataStoreException(
        reason, "ZooKeeper at " + address + " failed to " + what + ": " + e.getMessage(), e);
  }

  private static MetadataStoreException.Reason reason(KeeperException.Code code) {
    switch (code) {
      case NONODE:
        return MetadataStoreException.Reason.NO_NODE;
      case NODEEXISTS:
        return MetadataStoreException.Reason.NODE_EXISTS;
      case NOTEMPTY:
        return MetadataStoreException.Reason.NOT_EMPTY;
      case BADVERSION:
        return MetadataStoreException.Reason.BAD_VERSION;
      case CONNECTIONLOSS:
      case OPERATIONTIMEOUT:
        return MetadataStoreException.Reason.CONNECTION;
      case SESSIONEXPIRED:
      case SESSIONMOVED:
        return MetadataStoreException.Reason.SESSION_EXPIRED;
      default:
        return MetadataStoreException.Reason.OTHER;
    }
  }
}

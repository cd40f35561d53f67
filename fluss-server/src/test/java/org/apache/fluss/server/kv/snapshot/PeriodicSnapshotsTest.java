// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.config.Configuration;
import org.apache.fluss.exception.FencedLeaderEpochException;
import org.apache.fluss.exception.NetworkException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.metadata.PhysicalTablePath;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.server.ManualEventLoop;
import org.apache.fluss.server.kv.KvEngine;
import org.apache.fluss.server.kv.KvState;
import org.apache.fluss.server.kv.LedStore;
import org.apache.fluss.server.kv.RocksKvEngines;
import org.apache.fluss.server.kv.StoreSnapshots;
import org.apache.fluss.server.kv.autoinc.AutoIncrementRange;
import org.apache.fluss.server.log.disk.LocalDisk;
import org.apache.fluss.server.remote.RemotePaths;
import org.apache.fluss.server.zk.CounterNode;
import org.apache.fluss.server.zk.InMemoryMetadataStore;
import org.apache.fluss.server.zk.KvSnapshotNode;
import org.apache.fluss.server.zk.NodeOp;
import org.apache.fluss.utils.clock.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a real store, with a coordinator that answers what a test tells it. */
class PeriodicSnapshotsTest {
  private static final long INTERVAL_MS = 600_000;
  private static final TableBucket BUCKET = new TableBucket(1, 2);
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  @TempDir Path root;
  private final ManualClock clock = new ManualClock(0);
  private final ManualEventLoop timer = new ManualEventLoop(clock);
  private final InMemoryMetadataStore store = new InMemoryMetadataStore(clock);
  private final Store led = new Store();

  /** What the coordinator does with the next registrations; registers when nothing is left. */
  private final Deque<Answer> answers = new ArrayDeque<>();

  private final List<KvSnapshotMetadata> registered = new ArrayList<>();
  private int calls;
  private RocksKvEngines engines;
  private KvEngine engine;
  private KvSnapshotMetadata restored;

  private enum Answer {
    LOST_BUT_DONE,
    LOST,
    FENCED
  }

  @BeforeEach
  void open() {
    engines = new RocksKvEngines(new Configuration());
    engine = engines.open(root.resolve("kv-2/db"));
  }

  @AfterEach
  void close() {
    engine.close();
    engines.close();
  }

  private StoreSnapshots.Taking begin() {
    return begin(INTERVAL_MS);
  }

  private StoreSnapshots.Taking begin(long intervalMs) {
    return new PeriodicSnapshots(
            store,
            LocalDisk.INSTANCE,
            new RemotePaths(new FsPath(root.resolve("remote").toUri().toString())),
            new SnapshotTransfer(Runnable::run),
            this::register,
            bucket -> restored,
            timer,
            Runnable::run,
            intervalMs)
        .begin(led);
  }

  private CompletableFuture<Void> register(
      KvSnapshotMetadata snapshot, int leaderEpoch, int coordinatorEpoch) {
    assertThat(leaderEpoch).isEqualTo(7);
    assertThat(coordinatorEpoch).isEqualTo(8);
    calls++;
    Answer answer = answers.poll();
    if (answer == Answer.FENCED) {
      return CompletableFuture.failedFuture(new FencedLeaderEpochException("too late"));
    }
    if (answer != Answer.LOST) {
      store.ensure(KvSnapshotNode.parent(BUCKET));
      KvSnapshotNode node =
          new KvSnapshotNode(snapshot.snapshotId(), snapshot.logOffset(), snapshot.path());
      store.transact(
          List.of(NodeOp.create(KvSnapshotNode.path(BUCKET, node.snapshotId()), node.encode())));
      registered.add(snapshot);
    }
    return answer == null
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.failedFuture(new NetworkException("no answer"));
  }

  private void put(String key) {
    try (KvEngine.WriteBatch batch = engine.newBatch()) {
      batch.put(key.getBytes(UTF_8), new byte[] {1, 0, 5});
      batch.write();
    }
    led.highWatermark++;
  }

  private List<String> remote() {
    Path directory = root.resolve("remote/kv/db/t-1/2");
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private KvSnapshotMetadata last() {
    return registered.get(registered.size() - 1);
  }

  @Test
  void filesAreUploadedOnce() {
    begin();
    put("a");
    timer.advance(INTERVAL_MS);
    KvSnapshotMetadata first = last();
    assertThat(first.snapshotId()).isZero();
    assertThat(first.logOffset()).isEqualTo(1);
    assertThat(first.rowCount()).isEqualTo(1);
    assertThat(first.autoIncrementRanges()).containsExactly(new AutoIncrementRange(1, 2, 3));
    String directory = "file:" + root + "/remote/kv/db/t-1/2";
    assertThat(first.location()).isEqualTo(directory + "/snap-0");
    assertThat(first.sharedFiles()).hasSize(1);
    assertThat(first.sharedFiles().get(0).localName()).endsWith(".sst");
    assertThat(first.sharedFiles().get(0).remotePath()).matches(directory + "/shared/" + UUID);
    assertThat(first.privateFiles())
        .extracting(file -> file.localName().replaceAll("-[0-9]+", ""))
        .containsExactly("CURRENT", "MANIFEST", "OPTIONS");
    assertThat(first.privateFiles())
        .allMatch(file -> file.remotePath().matches(directory + "/snap-0/" + UUID));
    assertThat(first.incrementalSizeBytes()).isEqualTo(first.sizeBytes());
    assertThat(led.taken).containsExactly(1L);
    assertThat(root.resolve("kv-2/snap-0")).doesNotExist();

    timer.advance(10 * INTERVAL_MS);
    assertThat(registered).as("nothing new").hasSize(1);
    assertThat(CounterNode.decode(store.get(CounterNode.kvSnapshotIds(BUCKET).path()).get().data()))
        .isEqualTo(1);

    put("b");
    timer.advance(INTERVAL_MS);
    KvSnapshotMetadata second = last();
    assertThat(second.snapshotId()).isEqualTo(1);
    assertThat(second.sharedFiles()).hasSize(2).contains(first.sharedFiles().get(0));
    assertThat(second.incrementalSizeBytes())
        .isEqualTo(second.sizeBytes() - first.sharedFiles().get(0).sizeBytes());
    assertThat(remote()).hasSize(2 + 3 + 3);
  }

  @Test
  void failedUploadLeavesNothingAndIsTriedAgainWithAnotherId() throws Exception {
    begin();
    put("a");
    Path inTheWay = root.resolve("remote/kv/db/t-1/2/shared");
    Files.createDirectories(inTheWay.getParent());
    Files.writeString(inTheWay, "no directory");
    timer.advance(INTERVAL_MS);
    assertThat(registered).isEmpty();
    assertThat(remote()).containsExactly("shared");
    assertThat(root.resolve("kv-2")).isDirectoryContaining(file -> file.endsWith("db"));
    assertThat(root.resolve("kv-2").toFile().list()).containsExactly("db");
    Files.delete(inTheWay);
    timer.advance(64_000);
    assertThat(registered).hasSize(1);
    assertThat(last().snapshotId()).isPositive();
    assertThat(remote()).hasSize(4);
  }

  @Test
  void lostAnswerIsNoFailure() {
    begin();
    put("a");
    answers.add(Answer.LOST_BUT_DONE);
    timer.advance(INTERVAL_MS);
    assertThat(led.taken).containsExactly(1L);
    assertThat(calls).isEqualTo(1);
    assertThat(remote()).hasSize(4);
  }

  @Test
  void registersUntilThereIsAnAnswer() {
    begin();
    put("a");
    answers.addAll(List.of(Answer.LOST, Answer.LOST, Answer.LOST));
    timer.advance(INTERVAL_MS);
    put("b");
    timer.advance(30_000);
    assertThat(registered).hasSize(1);
    assertThat(last().snapshotId()).isZero();
    assertThat(calls).isEqualTo(4);
    assertThat(led.taken).containsExactly(1L);
    timer.advance(INTERVAL_MS);
    assertThat(last().snapshotId()).isEqualTo(1);
  }

  @Test
  void refusedSnapshotTakesOnlyItsOwnFilesAway() {
    begin();
    put("a");
    timer.advance(INTERVAL_MS);
    List<String> before = remote();
    put("b");
    answers.add(Answer.FENCED);
    timer.advance(INTERVAL_MS);
    assertThat(calls).isGreaterThanOrEqualTo(2);
    List<String> after = remote();
    assertThat(after).containsAll(before);
    KvSnapshotMetadata retaken = last();
    assertThat(after).hasSize(before.size() + (retaken.snapshotId() == 0 ? 0 : 4));
  }

  @Test
  void withoutAnIntervalNoneIsTaken() {
    begin(0);
    put("a");
    timer.advance(1000 * INTERVAL_MS);
    assertThat(calls).isZero();
    assertThat(remote()).isEmpty();
  }

  @Test
  void nothingIsTakenAfterTheEnd() {
    StoreSnapshots.Taking taking = begin();
    put("a");
    assertThat(taking.end()).isDone();
    timer.advance(3 * INTERVAL_MS);
    assertThat(calls).isZero();
    assertThat(remote()).isEmpty();
  }

  @Test
  void uploadThatIsUnderWayAtTheEndIsGivenUp() {
    StoreSnapshots.Taking taking = begin();
    put("a");
    led.onCheckpoint = taking::end;
    timer.advance(INTERVAL_MS);
    assertThat(calls).isZero();
    assertThat(remote()).isEmpty();
    assertThat(root.resolve("kv-2").toFile().list()).containsExactly("db");
  }

  @Test
  void goesOnFromTheRestoredSnapshot() throws Exception {
    begin();
    put("a");
    timer.advance(INTERVAL_MS);
    restored = last();
    engine.close();
    LocalDisk.INSTANCE.deleteRecursively(root.resolve("kv-2"));
    new SnapshotTransfer(Runnable::run).download(restored, root.resolve("kv-2/db")).join();
    engine = engines.open(root.resolve("kv-2/db"));
    assertThat(engine.get("a".getBytes(UTF_8))).isEqualTo(new byte[] {1, 0, 5});
    begin();
    timer.advance(INTERVAL_MS);
    assertThat(registered).as("nothing new").hasSize(1);
    put("b");
    timer.advance(INTERVAL_MS);
    assertThat(last().sharedFiles()).hasSize(2).contains(restored.sharedFiles().get(0));
  }

  private final class Store implements LedStore {
    private final List<Long> taken = new ArrayList<>();
    private long highWatermark;
    private Runnable onCheckpoint = () -> {};

    @Override
    public TableBucket bucket() {
      return BUCKET;
    }

    @Override
    public PhysicalTablePath path() {
      return PhysicalTablePath.of("db", "t", null);
    }

    @Override
    public int leaderEpoch() {
      return 7;
    }

    @Override
    public int coordinatorEpoch() {
      return 8;
    }

    @Override
    public Path directory() {
      return root.resolve("kv-2");
    }

    @Override
    public long highWatermark() {
      return highWatermark;
    }

    @Override
    public CompletableFuture<KvState> checkpoint(Path target) {
      engine.checkpoint(target);
      onCheckpoint.run();
      return CompletableFuture.completedFuture(
          new KvState(highWatermark, highWatermark, List.of(new AutoIncrementRange(1, 2, 3))));
    }

    @Override
    public void snapshotTaken(long logOffset) {
      taken.add(logOffset);
    }
  }
}

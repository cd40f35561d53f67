// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.client.table.scanner.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.fluss.client.table.scanner.RemoteFileDownloader;
import org.apache.fluss.exception.FlussRuntimeException;
import org.apache.fluss.fs.FsPath;
import org.apache.fluss.fs.FsPathAndFileName;
import org.apache.fluss.metadata.KvFormat;
import org.apache.fluss.metadata.Schema;
import org.apache.fluss.metadata.SchemaGetter;
import org.apache.fluss.metadata.SchemaInfo;
import org.apache.fluss.metadata.TableBucket;
import org.apache.fluss.row.InternalRow;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.apache.fluss.types.DataTypes;
import org.apache.fluss.utils.CloseableIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ChecksumType;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;

class KvSnapshotBatchScannerTest {
  private static final TableBucket BUCKET = new TableBucket(1, 0);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Schema FIRST =
      Schema.newBuilder()
          .column("id", DataTypes.INT())
          .column("a", DataTypes.INT())
          .column("b", DataTypes.STRING())
          .primaryKey("id")
          .build();
  private static final Schema SECOND =
      Schema.newBuilder()
          .column("id", DataTypes.INT())
          .column("a", DataTypes.INT())
          .column("b", DataTypes.STRING())
          .column("c", DataTypes.INT())
          .primaryKey("id")
          .build();

  @TempDir Path temp;
  private Path remote;
  private Path tmpDir;
  private RemoteFileDownloader downloader;
  private CountDownLatch go = new CountDownLatch(0);

  @BeforeEach
  void start() throws IOException {
    remote = Files.createDirectory(temp.resolve("remote"));
    tmpDir = Files.createDirectory(temp.resolve("tmp"));
    downloader =
        new RemoteFileDownloader(2) {
          @Override
          protected long downloadFile(Path target, FsPath file) throws IOException {
            try {
              go.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return super.downloadFile(target, file);
          }
        };
  }

  @AfterEach
  void stop() throws IOException {
    downloader.close();
  }

  /** Writes a database as the servers do, and uploads its files. */
  private List<FsPathAndFileName> snapshot(Map<String, String> hexEntries) throws Exception {
    Path db = temp.resolve("db-" + UUID.randomUUID());
    RocksDB.loadLibrary();
    try (Options options =
            new Options()
                .setCreateIfMissing(true)
                .setTableFormatConfig(
                    new BlockBasedTableConfig()
                        .setFormatVersion(5)
                        .setChecksumType(ChecksumType.kCRC32c));
        RocksDB database = RocksDB.open(options, db.toString());
        FlushOptions flush = new FlushOptions()) {
      for (Map.Entry<String, String> entry : hexEntries.entrySet()) {
        database.put(Vectors.bytes(entry.getKey()), Vectors.bytes(entry.getValue()));
      }
      database.flush(flush);
    }
    List<FsPathAndFileName> files = new ArrayList<>();
    try (Stream<Path> paths = Files.list(db)) {
      for (Path path : paths.collect(Collectors.toList())) {
        String name = path.getFileName().toString();
        if (name.matches("CURRENT|MANIFEST.*|OPTIONS.*|.*\\.sst")) {
          Path uploaded = Files.copy(path, remote.resolve(UUID.randomUUID().toString()));
          files.add(new FsPathAndFileName(new FsPath(uploaded.toString()), name));
        }
      }
    }
    return files;
  }

  private KvSnapshotBatchScanner scanner(List<FsPathAndFileName> files, int[] projection) {
    return new KvSnapshotBatchScanner(
        2,
        SECOND,
        new Schemas(),
        BUCKET,
        files,
        projection,
        tmpDir.toString(),
        KvFormat.COMPACTED,
        downloader);
  }

  private static Map<String, String> contents(String vector, String list) {
    Map<String, String> out = new HashMap<>();
    for (JsonNode node : Vectors.load(vector.split("#")[0])) {
      if (node.get("name").asText().equals(vector.split("#")[1])) {
        for (JsonNode entry : node.get(list)) {
          out.put(entry.get("key").asText(), entry.get("value").asText());
        }
      }
    }
    assertThat(out).isNotEmpty();
    return out;
  }

  @Test
  void rowsAreMappedToTheNewestSchemaAndProjected() throws Exception {
    Map<String, String> entries =
        contents("kv-recovery.json#recover-schema-evolution", "kv_contents_hex");
    entries.put("04", "010000040404666f7572"); // schema 1
    List<FsPathAndFileName> files = snapshot(entries);
    List<String> rows = new ArrayList<>();
    try (KvSnapshotBatchScanner scanner = scanner(files, null);
        CloseableIterator<InternalRow> iterator = scanner.pollBatch(LONG)) {
      while (iterator.hasNext()) {
        InternalRow row = iterator.next();
        rows.add(
            row.getInt(0)
                + " "
                + row.getInt(1)
                + " "
                + row.getString(2)
                + " "
                + (row.isNullAt(3) ? null : row.getInt(3)));
      }
      assertThat(scanner.pollBatch(LONG)).isNull();
    }
    assertThat(rows)
        .containsExactly(
            "1 1 one null", "2 2 two-old-schema-writer null", "3 3 three 33", "4 4 four null");
    try (KvSnapshotBatchScanner scanner = scanner(files, new int[] {3, 0})) {
      List<String> projected = new ArrayList<>();
      scanner
          .pollBatch(LONG)
          .forEachRemaining(
              row -> projected.add(row.getInt(1) + (row.isNullAt(0) ? "" : "/" + row.getInt(0))));
      assertThat(projected).containsExactly("1", "2", "3/33", "4");
    }
    assertThat(tmpDir).isEmptyDirectory();
  }

  @Test
  void snapshotScanOfTheReleasedServer() throws Exception {
    Map<String, String> entries =
        contents(
            "kv-snapshot.json#non-partitioned-second-incremental-snapshot", "rocksdb_contents");
    List<String> expected = new ArrayList<>();
    for (JsonNode node : Vectors.load("kv-snapshot.json")) {
      if (node.get("name").asText().equals("snapshot-scan")) {
        node.get("rows").forEach(row -> expected.add(row.toString()));
      }
    }
    try (KvSnapshotBatchScanner scanner = scanner(snapshot(entries), null)) {
      List<String> rows = new ArrayList<>();
      scanner
          .pollBatch(LONG)
          .forEachRemaining(
              row ->
                  rows.add(
                      "["
                          + row.getInt(0)
                          + ","
                          + (row.isNullAt(1) ? null : row.getInt(1))
                          + ","
                          + (row.isNullAt(2) ? null : "\"" + row.getString(2) + "\"")
                          + "]"));
      assertThat(rows).isEqualTo(expected).hasSize(3);
    }
  }

  @Test
  void emptyUntilTheFilesAreThere() throws Exception {
    go = new CountDownLatch(1);
    List<FsPathAndFileName> files = snapshot(Map.of("01", "010000010a036f6e65"));
    try (KvSnapshotBatchScanner scanner = scanner(files, null)) {
      assertThat(scanner.pollBatch(Duration.ofMillis(1)))
          .isSameAs(KvSnapshotBatchScanner.NO_DATA_AVAILABLE);
      go.countDown();
      CloseableIterator<InternalRow> rows = scanner.pollBatch(LONG);
      assertThat(rows.next().getInt(0)).isEqualTo(1);
      scanner.close();
      assertThatThrownBy(rows::hasNext).isInstanceOf(IllegalStateException.class);
    }
    assertThat(tmpDir).isEmptyDirectory();
  }

  @Test
  void closedWhileCopying() throws Exception {
    go = new CountDownLatch(1);
    KvSnapshotBatchScanner scanner = scanner(snapshot(Map.of("01", "010000010a036f6e65")), null);
    scanner.close();
    go.countDown();
    long deadline = System.nanoTime() + LONG.toNanos();
    while (tmpDir.toFile().list().length > 0) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
    assertThatThrownBy(() -> scanner.pollBatch(LONG)).isInstanceOf(IOException.class);
  }

  @Test
  void missingFileFailsThePoll() throws Exception {
    List<FsPathAndFileName> files = snapshot(Map.of("01", "010000010a036f6e65"));
    Files.delete(Path.of(files.get(0).getPath().getPath()));
    KvSnapshotBatchScanner scanner = scanner(files, null);
    assertThatThrownBy(() -> scanner.pollBatch(LONG)).isInstanceOf(FlussRuntimeException.class);
    scanner.close();
    assertThat(tmpDir).isEmptyDirectory();
  }

  @Test
  void namesThatLeaveTheDirectoryAreRefused() {
    for (String name : List.of("../x", "..", "a/b", "/x")) {
      assertThatThrownBy(
              () -> scanner(List.of(new FsPathAndFileName(new FsPath("/x"), name)), null))
          .isInstanceOf(FlussRuntimeException.class);
    }
  }

  private static final class Schemas implements SchemaGetter {
    @Override
    public Schema getSchema(int schemaId) {
      return schemaId == 1 ? FIRST : SECOND;
    }

    @Override
    public CompletableFuture<SchemaInfo> getSchemaInfoAsync(int schemaId) {
      return CompletableFuture.completedFuture(new SchemaInfo(getSchema(schemaId), schemaId));
    }

    @Override
    public SchemaInfo getLatestSchemaInfo() {
      return new SchemaInfo(SECOND, 2);
    }

    @Override
    public void release() {}
  }
}

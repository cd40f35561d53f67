// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.tablet;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.fluss.exception.KvStorageException;
import org.apache.fluss.server.kv.KvEngine;
import org.apache.fluss.server.kv.KvEngines;
import org.apache.fluss.server.kv.MemoryKvEngine;

/** Stores in memory that fail and wait as a test wants. Thread-safe. */
final class FaultyStores implements KvEngines {
  private final KvEngines engines = MemoryKvEngine.engines();
  final AtomicInteger opened = new AtomicInteger();

  /** How often batches of changes were written. */
  final AtomicInteger written = new AtomicInteger();

  /** Whether reads of keys fail. */
  volatile boolean readsFail;

  /** Run before every checkpoint. */
  volatile Runnable beforeCheckpoint = () -> {};

  /** The thread that closed a store last. */
  volatile String closedBy;

  @Override
  public KvEngine open(Path directory) {
    opened.incrementAndGet();
    return new Faulty(engines.open(directory));
  }

  @Override
  public void close() {
    engines.close();
  }

  private final class Faulty implements KvEngine {
    private final KvEngine engine;

    Faulty(KvEngine engine) {
      this.engine = engine;
    }

    private void mayFail() {
      if (readsFail) {
        throw new KvStorageException("A block of the store cannot be read.");
      }
    }

    @Override
    public byte[] get(byte[] key) {
      mayFail();
      return engine.get(key);
    }

    @Override
    public List<byte[]> multiGet(List<byte[]> keys) {
      mayFail();
      return engine.multiGet(keys);
    }

    @Override
    public WriteBatch newBatch() {
      WriteBatch batch = engine.newBatch();
      return new WriteBatch() {
        @Override
        public void put(byte[] key, byte[] value) {
          batch.put(key, value);
        }

        @Override
        public void delete(byte[] key) {
          batch.delete(key);
        }

        @Override
        public void write() {
          written.incrementAndGet();
          batch.write();
        }

        @Override
        public void close() {
          batch.close();
        }
      };
    }

    @Override
    public Cursor seek(byte[] key) {
      mayFail();
      return engine.seek(key);
    }

    @Override
    public void checkpoint(Path directory) {
      beforeCheckpoint.run();
      engine.checkpoint(directory);
    }

    @Override
    public long memoryBytes() {
      return engine.memoryBytes();
    }

    @Override
    public long diskBytes() {
      return engine.diskBytes();
    }

    @Override
    public void close() {
      closedBy = Thread.currentThread().getName();
      engine.close();
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.server.kv;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.exception.KvStorageException;

/** A store in memory, for simulations. */
public final class MemoryKvEngine implements KvEngine {
  private static final String FILE = "000001.sst";

  private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

  /** Opens stores in memory; what is in a directory is read. */
  public static KvEngines engines() {
    return new KvEngines() {
      @Override
      public KvEngine open(Path directory) {
        return new MemoryKvEngine(directory);
      }

      @Override
      public void close() {}
    };
  }

  private MemoryKvEngine(Path directory) {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      for (int left = in.readInt(); left > 0; left--) {
        byte[] key = read(in);
        entries.put(key, read(in));
      }
    } catch (IOException e) {
      throw new KvStorageException("Cannot read " + file, e);
    }
  }

  private static byte[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("The file ends within an entry.");
    }
    return bytes;
  }

  @Override
  public synchronized byte[] get(byte[] key) {
    return entries.get(key);
  }

  @Override
  public synchronized List<byte[]> multiGet(List<byte[]> keys) {
    List<byte[]> values = new ArrayList<>(keys.size());
    keys.forEach(key -> values.add(entries.get(key)));
    return values;
  }

  private synchronized void apply(List<byte[]> changes) {
    for (int i = 0; i < changes.size(); i += 2) {
      byte[] value = changes.get(i + 1);
      if (value == null) {
        entries.remove(changes.get(i));
      } else {
        entries.put(changes.get(i), value);
      }
    }
  }

  @Override
  public WriteBatch newBatch() {
    List<byte[]> changes = new ArrayList<>();
    return new WriteBatch() {
      @Override
      public void put(byte[] key, byte[] value) {
        changes.add(key);
        changes.add(value);
      }

      @Override
      public void delete(byte[] key) {
        put(key, null);
      }

      @Override
      public void write() {
        apply(changes);
        changes.clear();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized Cursor seek(byte[] key) {
    Iterator<Map.Entry<byte[], byte[]>> rest =
        new TreeMap<>(entries.tailMap(key, true)).entrySet().iterator();
    return new Cursor() {
      private Map.Entry<byte[], byte[]> at = rest.hasNext() ? rest.next() : null;

      @Override
      public boolean isValid() {
        return at != null;
      }

      @Override
      public byte[] key() {
        return at.getKey();
      }

      @Override
      public byte[] value() {
        return at.getValue();
      }

      @Override
      public void next() {
        at = rest.hasNext() ? rest.next() : null;
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized void checkpoint(Path directory) {
    try {
      Files.createDirectory(directory);
      try (OutputStream file = Files.newOutputStream(directory.resolve(FILE));
          DataOutputStream out = new DataOutputStream(file)) {
        out.writeInt(entries.size());
        for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
          out.writeInt(entry.getKey().length);
          out.write(entry.getKey());
          out.writeInt(entry.getValue().length);
          out.write(entry.getValue());
        }
      }
    } catch (IOException e) {
      throw new KvStorageException("Cannot write a checkpoint to " + directory, e);
    }
  }

  @Override
  public synchronized long memoryBytes() {
    long bytes = 0;
    for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
      bytes += entry.getKey().length + entry.getValue().length;
    }
    return bytes;
  }

  @Override
  public long diskBytes() {
    return 0;
  }

  @Override
  public void close() {}
}

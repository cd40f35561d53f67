// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import org.apache.fluss.lake.serializer.SimpleVersionedSerializer;

/**
 * Java serialization, version 1: these bytes live only inside one tiering job, between its parts
 * and in its checkpoints.
 */
public final class JavaSerializer<T> implements SimpleVersionedSerializer<T> {

  private static final int VERSION = 1;

  private final Class<T> type;

  /** A serializer of objects of this class. */
  public JavaSerializer(Class<T> type) {
    this.type = type;
  }

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  @Override
  public T deserialize(int version, byte[] serialized) throws IOException {
    if (version != VERSION) {
      throw new IOException(
          "Version " + version + " of " + type.getSimpleName() + " is not known here.");
    }
    try (ObjectInputStream in = new PluginObjects(new ByteArrayInputStream(serialized))) {
      return type.cast(in.readObject());
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new IOException("Not a serialized " + type.getSimpleName(), e);
    }
  }

  /** Finds classes in the plugin, whoever calls. */
  private static final class PluginObjects extends ObjectInputStream {
    PluginObjects(ByteArrayInputStream in) throws IOException {
      super(in);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(described.getName(), false, JavaSerializer.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(described);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.lake.serializer;

import java.io.IOException;
import org.apache.fluss.annotation.PublicEvolving;

/** Turns objects into bytes whose form has a version. Thread-safe. */
@PublicEvolving
public interface SimpleVersionedSerializer<E> {

  /** The version {@link #serialize} writes. */
  int getVersion();

  /** The bytes of an object. */
  byte[] serialize(E value) throws IOException;

  /** The object of bytes written by {@code version}; {@link IOException} if it is not known. */
  E deserialize(int version, byte[] serialized) throws IOException;
}

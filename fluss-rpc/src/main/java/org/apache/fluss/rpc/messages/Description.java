// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.messages;

import java.util.List;
import org.apache.fluss.shaded.netty4.io.netty.buffer.ByteBuf;

/** Text of a message for logs, bounded in length and without the content of byte fields. */
final class Description {
  private static final int MAX_CHARS = 2000;

  private final StringBuilder out = new StringBuilder();
  private boolean first = true;

  Description(String message) {
    out.append(message).append('{');
  }

  void field(String name, Object value) {
    if (out.length() > MAX_CHARS) {
      return;
    }
    out.append(first ? "" : ", ").append(name).append('=');
    first = false;
    value(value);
  }

  void list(String name, List<?> values, int count) {
    if (count > 0) {
      field(name, values);
    }
  }

  private void value(Object value) {
    if (value instanceof ByteBuf) {
      out.append(((ByteBuf) value).readableBytes()).append(" bytes");
    } else if (value instanceof List) {
      String separator = "[";
      for (Object element : (List<?>) value) {
        if (out.length() > MAX_CHARS) {
          break;
        }
        out.append(separator);
        value(element);
        separator = ", ";
      }
      out.append(']');
    } else {
      out.append(value);
    }
  }

  String finish() {
    if (out.length() > MAX_CHARS) {
      out.setLength(MAX_CHARS);
      out.append("...");
    }
    return out.append('}').toString();
  }
}

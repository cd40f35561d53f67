// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.apache.fluss.rpc.messages.ApiMessage;
import org.apache.fluss.rpc.messages.ErrorResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.shaded.netty4.io.netty.buffer.Unpooled;

/** A client made by hand on a blocking socket, which may send anything. */
public final class Wire implements Closeable {
  private static final int READ_TIMEOUT_MS = 20_000;

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;

  public Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(READ_TIMEOUT_MS);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  public static byte[] request(ApiKeys api, int version, int id, ApiMessage message) {
    return request(api.id(), version, id, message.toByteArray());
  }

  public static byte[] request(int api, int version, int id, byte[] payload) {
    return ByteBuffer.allocate(12 + payload.length)
        .putInt(8 + payload.length)
        .putShort((short) api)
        .putShort((short) version)
        .putInt(id)
        .put(payload)
        .array();
  }

  public void send(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** The next whole frame with its length. */
  public byte[] receive() throws IOException {
    int length = in.readInt();
    byte[] frame = new byte[4 + length];
    ByteBuffer.wrap(frame).putInt(length);
    in.readFully(frame, 4, length);
    return frame;
  }

  public static int type(byte[] frame) {
    return frame[4];
  }

  public static int id(byte[] frame) {
    return ByteBuffer.wrap(frame).getInt(5);
  }

  public static <T extends ApiMessage> T body(byte[] frame, T message) {
    int start = type(frame) == Frames.SERVER_FAILURE ? 5 : 9;
    int size = frame.length - start;
    message.parseFrom(Unpooled.wrappedBuffer(frame, start, size), size);
    return message;
  }

  public static int errorCode(byte[] frame) {
    return body(frame, new ErrorResponse()).getErrorCode();
  }

  /** Waits for the server to close the connection. */
  public boolean isClosedByServer() throws IOException {
    try {
      while (true) {
        receive();
      }
    } catch (EOFException | java.net.SocketException e) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

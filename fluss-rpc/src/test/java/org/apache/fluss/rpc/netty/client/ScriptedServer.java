// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.rpc.netty.client;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.fluss.rpc.messages.ApiVersionsResponse;
import org.apache.fluss.rpc.protocol.ApiKeys;
import org.apache.fluss.testsupport.Vectors;

/** A server that answers API_VERSIONS properly and every other request as told. */
final class ScriptedServer implements Closeable {
  private final ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  private final BlockingQueue<String[]> answers = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "scripted-server");

  ScriptedServer() throws IOException {
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** The frames that answer the next request, as hex. */
  void answer(String... frames) {
    answers.add(frames);
  }

  private void run() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        serve(socket);
      } catch (IOException | InterruptedException e) {
        // the client or the test closed the socket: the next connection, if any, is served
        continue;
      }
    }
  }

  private void serve(Socket socket) throws IOException, InterruptedException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    while (true) {
      byte[] request = new byte[in.readInt()];
      in.readFully(request);
      int api = (request[0] & 0xff) << 8 | request[1] & 0xff;
      if (api == ApiKeys.API_VERSIONS.id()) {
        out.write(versions(request[7]));
      } else {
        for (String frame : answers.take()) {
          out.write(Vectors.bytes(frame));
        }
      }
      out.flush();
    }
  }

  private static byte[] versions(byte requestId) {
    ApiVersionsResponse answer = new ApiVersionsResponse();
    answer.addApiVersions().setApiKey(999).setMinVersion(0).setMaxVersion(1);
    answer
        .addApiVersions()
        .setApiKey(ApiKeys.DATABASE_EXISTS.id())
        .setMinVersion(0)
        .setMaxVersion(3);
    byte[] payload = answer.toByteArray();
    byte[] frame = new byte[9 + payload.length];
    frame[3] = (byte) (5 + payload.length);
    frame[8] = requestId;
    System.arraycopy(payload, 0, frame, 9, payload.length);
    return frame;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    thread.interrupt();
  }
}

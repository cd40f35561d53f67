// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/**
 * A small Glue, S3 and STS on loopback, for what an emulator cannot do: versions that are checked,
 * answers that get lost, errors on demand. State is in memory. Thread-safe.
 */
public final class AwsFake implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads;
  private final Faults faults = new Faults();
  private final FakeGlue glue = new FakeGlue();
  private final FakeS3 s3 = new FakeS3();
  private final FakeSts sts = new FakeSts();
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  private AwsFake(HttpServer server) {
    this.server = server;
    this.threads = Executors.newCachedThreadPool();
  }

  /** Starts one on a free port. */
  public static AwsFake start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      AwsFake fake = new AwsFake(server);
      server.setExecutor(fake.threads);
      server.createContext("/", fake::handle);
      server.start();
      return fake;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens, such as {@code http://127.0.0.1:4566}. */
  public String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What goes wrong. */
  public Faults faults() {
    return faults;
  }

  /** The object store. */
  public FakeS3 s3() {
    return s3;
  }

  /** The catalog. */
  public FakeGlue glue() {
    return glue;
  }

  /** The token service. */
  public FakeSts sts() {
    return sts;
  }

  /** All calls so far, in order of arrival. */
  public List<Call> calls() {
    return calls;
  }

  /** Calls of one operation, such as {@code glue:UpdateTable}. */
  public List<Call> calls(String operation) {
    return calls.stream().filter(c -> c.operation().equals(operation)).collect(Collectors.toList());
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      Request request = Request.read(exchange);
      Service service =
          request.header("X-Amz-Target") != null
              ? glue
              : request.header("Content-Type") != null
                      && request
                          .header("Content-Type")
                          .startsWith("application/x-www-form-urlencoded")
                  ? sts
                  : s3;
      String operation = service.operation(request);
      calls.add(new Call(operation, request.accessKey(), request.text()));
      Faults.Fault fault = faults.next(operation);
      Answer answer;
      if (fault == null) {
        answer = service.answer(request);
      } else {
        if (fault.applied()) {
          service.answer(request);
        }
        if (fault.answerLost()) {
          // close without an answer
          return;
        }
        answer = service.error(fault.status(), fault.code(), fault.message());
      }
      for (String[] header : answer.headers()) {
        exchange.getResponseHeaders().add(header[0], header[1]);
      }
      byte[] body = answer.body();
      if (request.method().equals("HEAD")) {
        exchange.sendResponseHeaders(answer.status(), -1);
      } else {
        exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      }
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  /** One service of AWS. */
  interface Service {
    /** The operation's name, such as {@code s3:PutObject}. */
    String operation(Request request);

    Answer answer(Request request);

    Answer error(int status, String code, String message);
  }

  /** What a service answers. */
  static final class Answer {
    private final int status;
    private final byte[] body;
    private final List<String[]> headers = new CopyOnWriteArrayList<>();

    Answer(int status, byte[] body) {
      this.status = status;
      this.body = body;
    }

    Answer(int status, String body) {
      this(status, body.getBytes(StandardCharsets.UTF_8));
    }

    Answer with(String name, String value) {
      headers.add(new String[] {name, value});
      return this;
    }

    int status() {
      return status;
    }

    byte[] body() {
      return body;
    }

    List<String[]> headers() {
      return headers;
    }
  }
}

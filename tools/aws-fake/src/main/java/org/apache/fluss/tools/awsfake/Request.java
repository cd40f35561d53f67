// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A request, read whole, chunks of aws-chunked bodies put together. */
final class Request {

  private static final int TEXT_LIMIT_BYTES = 1 << 20;
  private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/]+)/");

  private final String method;
  private final String host;
  private final String path;
  private final Map<String, String> query;
  private final Map<String, String> headers;
  private final byte[] body;

  private Request(
      String method,
      String host,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      byte[] body) {
    this.method = method;
    this.host = host;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
  }

  static Request read(HttpExchange exchange) throws IOException {
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(), values.get(0)));
    byte[] body = exchange.getRequestBody().readAllBytes();
    String sha = headers.getOrDefault("x-amz-content-sha256", "");
    if (sha.startsWith("STREAMING-")) {
      body = dechunk(body);
    }
    String raw = exchange.getRequestURI().getRawQuery();
    return new Request(
        exchange.getRequestMethod(),
        headers.getOrDefault("host", ""),
        decode(exchange.getRequestURI().getRawPath().replace("+", "%2B")),
        parameters(raw == null ? "" : raw),
        headers,
        body);
  }

  /** {@code size;extension CRLF data CRLF ... 0 CRLF trailers}. */
  private static byte[] dechunk(byte[] chunked) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(chunked.length);
    int at = 0;
    while (at < chunked.length) {
      int lineEnd = at;
      while (chunked[lineEnd] != '\r') {
        lineEnd++;
      }
      String line = new String(chunked, at, lineEnd - at, StandardCharsets.US_ASCII);
      int size = Integer.parseInt(line.split(";")[0].trim(), 16);
      at = lineEnd + 2;
      if (size == 0) {
        break;
      }
      out.write(chunked, at, size);
      at += size + 2;
    }
    return out.toByteArray();
  }

  static Map<String, String> parameters(String text) {
    Map<String, String> result = new HashMap<>();
    for (String pair : text.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        result.put(
            decode(equals < 0 ? pair : pair.substring(0, equals)),
            equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    return result;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  String method() {
    return method;
  }

  String host() {
    return host;
  }

  String path() {
    return path;
  }

  boolean has(String parameter) {
    return query.containsKey(parameter);
  }

  String parameter(String name) {
    return query.get(name);
  }

  String header(String name) {
    return headers.get(name.toLowerCase());
  }

  byte[] body() {
    return body;
  }

  String text() {
    return body.length > TEXT_LIMIT_BYTES ? "" : new String(body, StandardCharsets.UTF_8);
  }

  String accessKey() {
    Matcher matcher = CREDENTIAL.matcher(headers.getOrDefault("authorization", ""));
    return matcher.find() ? matcher.group(1) : null;
  }
}

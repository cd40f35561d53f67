// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.tiering;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.rest.CatalogHandlers;
import org.apache.iceberg.rest.RESTSerializers;
import org.apache.iceberg.rest.requests.CreateNamespaceRequest;
import org.apache.iceberg.rest.requests.CreateTableRequest;
import org.apache.iceberg.rest.requests.UpdateTableRequest;
import org.apache.iceberg.rest.responses.ConfigResponse;
import org.apache.iceberg.rest.responses.ErrorResponse;

/** A REST catalog over a folder; it can carry out a commit and then say nothing, or an error. */
final class LossyRestCatalog implements AutoCloseable {
  private final ObjectMapper json =
      new ObjectMapper()
          .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
          .setPropertyNamingStrategy(new PropertyNamingStrategies.KebabCaseStrategy())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private final HadoopCatalog catalog = new HadoopCatalog();
  private final HttpServer server;

  /** The next commit is applied and its answer lost. */
  final AtomicBoolean loseAnswer = new AtomicBoolean();

  /** The next commit is not applied, and its answer lost. */
  final AtomicBoolean loseRequest = new AtomicBoolean();

  LossyRestCatalog(Path folder) throws IOException {
    RESTSerializers.registerAll(json);
    catalog.setConf(new Configuration(false));
    catalog.initialize("rest", Map.of("warehouse", folder.toUri().toString()));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String uri() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String[] path = exchange.getRequestURI().getPath().substring(1).split("/");
      boolean post = exchange.getRequestMethod().equals("POST");
      boolean commit = post && path.length == 5;
      if (commit && loseRequest.getAndSet(false)) {
        return;
      }
      Object answer;
      int status = 200;
      try {
        answer = answer(path, post, body);
      } catch (NoSuchNamespaceException | NoSuchTableException e) {
        status = 404;
        answer =
            ErrorResponse.builder()
                .responseCode(status)
                .withType(e.getClass().getSimpleName())
                .withMessage(e.getMessage())
                .build();
      }
      if (commit && loseAnswer.getAndSet(false)) {
        return;
      }
      byte[] bytes = answer == null ? new byte[0] : json.writeValueAsBytes(answer);
      exchange.sendResponseHeaders(
          bytes.length == 0 ? 204 : status, bytes.length == 0 ? -1 : bytes.length);
      if (bytes.length > 0 && !exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseBody().write(bytes);
      }
    } finally {
      // without headers sent this closes the connection
      exchange.close();
    }
  }

  private Object answer(String[] path, boolean post, byte[] body) throws IOException {
    if (path[1].equals("config")) {
      return ConfigResponse.builder().build();
    }
    if (path.length == 2) {
      return CatalogHandlers.createNamespace(
          catalog, json.readValue(body, CreateNamespaceRequest.class));
    }
    Namespace namespace = Namespace.of(path[2]);
    if (path.length == 3) {
      return CatalogHandlers.loadNamespace(catalog, namespace);
    }
    if (path.length == 4) {
      return CatalogHandlers.createTable(
          catalog, namespace, json.readValue(body, CreateTableRequest.class));
    }
    TableIdentifier table = TableIdentifier.of(namespace, path[4]);
    return post
        ? CatalogHandlers.updateTable(
            catalog, table, json.readValue(body, UpdateTableRequest.class))
        : CatalogHandlers.loadTable(catalog, table);
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    catalog.close();
  }
}

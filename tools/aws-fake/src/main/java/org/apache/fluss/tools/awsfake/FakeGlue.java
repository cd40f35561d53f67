// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.tools.awsfake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Databases and tables of Glue, versions checked. Thread-safe. */
public final class FakeGlue implements AwsFake.Service {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String JSON_TYPE = "application/x-amz-json-1.1";

  // guarded by this
  private final Map<String, ObjectNode> databases = new TreeMap<>();
  private final Map<String, Map<String, ObjectNode>> tables = new TreeMap<>();

  FakeGlue() {}

  /** A parameter of a table, such as {@code metadata_location}; null if there is none. */
  public synchronized String tableParameter(String database, String table, String parameter) {
    ObjectNode node = tables.getOrDefault(database, Map.of()).get(table);
    return node == null ? null : node.path("Parameters").path(parameter).asText(null);
  }

  /** The table's version; -1 if there is no such table. */
  public synchronized long version(String database, String table) {
    ObjectNode node = tables.getOrDefault(database, Map.of()).get(table);
    return node == null ? -1 : node.path("VersionId").asLong();
  }

  /** Whether there is a table. */
  public synchronized boolean hasTable(String database, String table) {
    return tables.getOrDefault(database, Map.of()).containsKey(table);
  }

  @Override
  public String operation(Request request) {
    return "glue:" + request.header("X-Amz-Target").replaceFirst(".*\\.", "");
  }

  @Override
  public synchronized AwsFake.Answer answer(Request request) {
    JsonNode in;
    try {
      in = JSON.readTree(request.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String database = in.path("DatabaseName").asText(in.path("Name").asText());
    switch (operation(request)) {
      case "glue:CreateDatabase":
        return createDatabase((ObjectNode) in.path("DatabaseInput"));
      case "glue:GetDatabase":
        return databases.containsKey(database)
            ? ok(JSON.createObjectNode().set("Database", databases.get(database)))
            : notFound("Database " + database);
      case "glue:GetDatabases":
        ArrayNode list = JSON.createArrayNode();
        databases.values().forEach(list::add);
        return ok(JSON.createObjectNode().set("DatabaseList", list));
      case "glue:DeleteDatabase":
        tables.remove(database);
        return databases.remove(database) == null
            ? notFound("Database " + database)
            : ok(JSON.createObjectNode());
      case "glue:CreateTable":
        return createTable(database, (ObjectNode) in.path("TableInput"));
      case "glue:GetTable":
        return getTable(database, in.path("Name").asText());
      case "glue:GetTables":
        return getTables(database);
      case "glue:UpdateTable":
        return updateTable(database, in);
      case "glue:DeleteTable":
        return databases.containsKey(database)
                && tables.get(database).remove(in.path("Name").asText()) != null
            ? ok(JSON.createObjectNode())
            : notFound("Table " + in.path("Name").asText());
      default:
        return error(400, "UnknownOperationException", operation(request));
    }
  }

  private AwsFake.Answer createDatabase(ObjectNode input) {
    String name = input.path("Name").asText();
    if (databases.containsKey(name)) {
      return error(400, "AlreadyExistsException", "Database already exists.");
    }
    databases.put(name, input);
    tables.put(name, new TreeMap<>());
    return ok(JSON.createObjectNode());
  }

  private AwsFake.Answer createTable(String database, ObjectNode input) {
    Map<String, ObjectNode> in = tables.get(database);
    String name = input.path("Name").asText();
    if (in == null) {
      return notFound("Database " + database);
    }
    if (in.containsKey(name)) {
      return error(400, "AlreadyExistsException", "Table already exists.");
    }
    in.put(name, stored(database, input, 0));
    return ok(JSON.createObjectNode());
  }

  private static ObjectNode stored(String database, ObjectNode input, long version) {
    ObjectNode table = input.deepCopy();
    table.put("DatabaseName", database);
    table.put("VersionId", Long.toString(version));
    return table;
  }

  private AwsFake.Answer getTable(String database, String name) {
    Map<String, ObjectNode> in = tables.get(database);
    if (in == null) {
      return notFound("Database " + database);
    }
    return in.containsKey(name)
        ? ok(JSON.createObjectNode().set("Table", in.get(name)))
        : notFound("Table " + name);
  }

  private AwsFake.Answer getTables(String database) {
    if (!tables.containsKey(database)) {
      return notFound("Database " + database);
    }
    ArrayNode list = JSON.createArrayNode();
    tables.get(database).values().forEach(list::add);
    return ok(JSON.createObjectNode().set("TableList", list));
  }

  private AwsFake.Answer updateTable(String database, JsonNode in) {
    ObjectNode input = (ObjectNode) in.path("TableInput");
    String name = input.path("Name").asText();
    ObjectNode current = tables.getOrDefault(database, Map.of()).get(name);
    if (current == null) {
      return notFound("Table " + name);
    }
    String version = in.path("VersionId").asText(null);
    if (version != null && !version.equals(current.path("VersionId").asText())) {
      return error(
          400,
          "ConcurrentModificationException",
          "Update table failed due to concurrent modifications.");
    }
    tables.get(database).put(name, stored(database, input, current.path("VersionId").asLong() + 1));
    return ok(JSON.createObjectNode());
  }

  private static AwsFake.Answer ok(JsonNode body) {
    return new AwsFake.Answer(200, body.toString()).with("Content-Type", JSON_TYPE);
  }

  private AwsFake.Answer notFound(String what) {
    return error(400, "EntityNotFoundException", what + " not found.");
  }

  @Override
  public AwsFake.Answer error(int status, String code, String message) {
    ObjectNode body = JSON.createObjectNode();
    body.put("__type", code);
    body.put("Message", message);
    return new AwsFake.Answer(status, body.toString()).with("Content-Type", JSON_TYPE);
  }
}

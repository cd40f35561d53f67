// SPDX-License-Identifier: Apache-2.0

package org.apache.fluss.lake.iceberg.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortField;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Whether a table that lies in the lake already is the one Fluss would create, field ids aside. */
public final class LakeTableDifference {

  private static final Set<String> MAY_DIFFER =
      Set.of(
          "fluss.table.datalake.enabled",
          "write.metadata.delete-after-commit.enabled",
          "write.metadata.previous-versions-max");

  private LakeTableDifference() {}

  /** The first difference in words, or empty when the table fits. */
  public static Optional<String> between(Table existing, LakeTableDefinition wanted) {
    return columns(existing.schema(), wanted.schema())
        .or(() -> spec(existing.spec(), wanted.spec()))
        .or(() -> sortOrder(existing, wanted))
        .or(() -> properties(existing.properties(), wanted.properties()));
  }

  static Optional<String> columns(Schema existing, Schema wanted) {
    Optional<String> difference = members("", existing.columns(), wanted.columns());
    if (difference.isPresent()) {
      return difference;
    }
    return existing.identifierFieldNames().equals(wanted.identifierFieldNames())
        ? Optional.empty()
        : Optional.of(
            "its identifier columns are "
                + existing.identifierFieldNames()
                + ", expected "
                + wanted.identifierFieldNames());
  }

  private static Optional<String> members(
      String path, List<Types.NestedField> existing, List<Types.NestedField> wanted) {
    for (int i = 0; i < Math.max(existing.size(), wanted.size()); i++) {
      if (i >= existing.size()) {
        return Optional.of("it lacks column '" + path + wanted.get(i).name() + "'");
      }
      if (i >= wanted.size()) {
        return Optional.of("it has another column '" + path + existing.get(i).name() + "'");
      }
      Types.NestedField is = existing.get(i);
      Types.NestedField should = wanted.get(i);
      if (!is.name().equals(should.name())) {
        return Optional.of(
            "column "
                + (i + 1)
                + " is '"
                + path
                + is.name()
                + "', expected '"
                + path
                + should.name()
                + "'");
      }
      if (is.isOptional() != should.isOptional()) {
        return Optional.of(
            "column '" + path + is.name() + "' is " + (is.isOptional() ? "optional" : "required"));
      }
      Optional<String> inside = type(path + is.name(), is.type(), should.type());
      if (inside.isPresent()) {
        return inside;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> type(String path, Type is, Type should) {
    if (is.typeId() != should.typeId()) {
      return Optional.of("column '" + path + "' is " + is + ", expected " + should);
    }
    if (is.isNestedType()) {
      return members(path + ".", is.asNestedType().fields(), should.asNestedType().fields());
    }
    return is.equals(should)
        ? Optional.empty()
        : Optional.of("column '" + path + "' is " + is + ", expected " + should);
  }

  private static Optional<String> spec(PartitionSpec existing, PartitionSpec wanted) {
    boolean same = existing.fields().size() == wanted.fields().size();
    for (int i = 0; same && i < wanted.fields().size(); i++) {
      PartitionField is = existing.fields().get(i);
      PartitionField should = wanted.fields().get(i);
      same =
          is.name().equals(should.name())
              && is.transform().toString().equals(should.transform().toString())
              && existing
                  .schema()
                  .findColumnName(is.sourceId())
                  .equals(wanted.schema().findColumnName(should.sourceId()));
    }
    return same
        ? Optional.empty()
        : Optional.of("its partition spec is " + existing + ", expected " + wanted);
  }

  private static Optional<String> sortOrder(Table existing, LakeTableDefinition wanted) {
    List<SortField> is = existing.sortOrder().fields();
    if (is.isEmpty()) {
      return Optional.empty();
    }
    List<SortField> should = wanted.sortOrder().fields();
    boolean same =
        is.size() == should.size()
            && existing
                .schema()
                .findColumnName(is.get(0).sourceId())
                .equals(wanted.schema().findColumnName(should.get(0).sourceId()))
            && is.get(0).direction() == should.get(0).direction();
    return same ? Optional.empty() : Optional.of("its sort order is " + existing.sortOrder());
  }

  private static Optional<String> properties(
      Map<String, String> existing, Map<String, String> wanted) {
    return wanted.entrySet().stream()
        .filter(e -> !MAY_DIFFER.contains(e.getKey()))
        .filter(e -> !e.getValue().equals(existing.get(e.getKey())))
        .findFirst()
        .map(
            e ->
                "its property '"
                    + e.getKey()
                    + "' is "
                    + (existing.containsKey(e.getKey()) ? "another" : "missing"));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown table whose first column names a row and whose last one tells what proves it: tests as
 * {@code `Class#method`}, steps of tools as {@code `tools/file: words that stand in the file`}, or
 * {@code open: reason} as long as nothing does.
 */
public final class ProofTable {
  private static final String OPEN = "open: ";
  private static final Pattern REFERENCE = Pattern.compile("`([^`]+)`");

  /** One row. */
  public static final class Row {
    private final String name;
    private final String proof;

    private Row(String name, String proof) {
      this.name = name;
      this.proof = proof;
    }

    public String name() {
      return name;
    }

    /** The last column as it is written. */
    public String proof() {
      return proof;
    }

    /** Whether nothing proves the row yet. */
    public boolean isOpen() {
      return proof.startsWith(OPEN);
    }

    /** Tests and steps of tools; of an open row those that prove a part of it. */
    public List<String> references() {
      List<String> references = new ArrayList<>();
      Matcher matcher = REFERENCE.matcher(proof);
      while (matcher.find()) {
        references.add(matcher.group(1));
      }
      return references;
    }
  }

  private final List<Row> rows;

  private ProofTable(List<Row> rows) {
    this.rows = List.copyOf(rows);
  }

  /**
   * Reads all tables of a page as one; their heads do not count as rows.
   *
   * @param page a Markdown file
   */
  public static ProofTable read(Path page) throws IOException {
    List<Row> rows = new ArrayList<>();
    boolean inTable = false;
    List<String> lines = Files.readAllLines(page);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (!line.startsWith("|")) {
        inTable = false;
      } else if (line.startsWith("|-") || line.startsWith("| -")) {
        inTable = true;
      } else if (inTable) {
        String[] cells = line.split("(?<!\\\\)\\|");
        rows.add(new Row(cells[1].trim(), cells[cells.length - 1].trim()));
      }
    }
    return new ProofTable(rows);
  }

  public List<Row> rows() {
    return rows;
  }

  /** The number of rows that nothing proves yet. */
  public long openRows() {
    return rows.stream().filter(Row::isOpen).count();
  }

  /**
   * One sentence per row that refers to nothing, or to what the repository does not have; empty if
   * all is well.
   */
  public List<String> faults(TestSources sources) throws IOException {
    List<String> faults = new ArrayList<>();
    for (Row row : rows) {
      if (!row.isOpen() && row.references().isEmpty()) {
        faults.add(row.name + " names neither a test nor why there is none");
      }
      for (String reference : row.references()) {
        if (!sources.has(reference)) {
          faults.add(row.name + " names " + reference + ", which is not there or disabled");
        }
      }
    }
    return faults;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.apache.fluss.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Locale;
import java.util.Random;
import org.apache.fluss.metadata.ValidationException;
import org.apache.fluss.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.fluss.testsupport.Vectors;
import org.junit.jupiter.api.Test;

class DataTypeParserTest {

  @Test
  void readsAndPrintsEveryGoldenType() {
    int count = 0;
    for (JsonNode vector : Vectors.load("formats-json.json").get("types")) {
      String input = vector.get("input").asText();
      if (vector.has("error")) {
        String exception = vector.get("error").asText().split(":")[0];
        assertThat(catchThrowable(() -> DataTypes.parse(input)))
            .as(input)
            .isNotNull()
            .satisfies(e -> assertThat(e.getClass().getName()).isEqualTo(exception));
      } else {
        DataType type = DataTypes.parse(input);
        assertThat(type.asSummaryString()).isEqualTo(vector.get("summary").asText());
        assertThat(type.asSerializableString()).isEqualTo(vector.get("serializable").asText());
        assertThat(type.isNullable()).isEqualTo(vector.get("nullable").asBoolean());
        assertThat(type.getTypeRoot().name()).isEqualTo(vector.get("root").asText());
        assertThat(DataTypes.parse(type.asSerializableString())).isEqualTo(type);
      }
      count++;
    }
    assertThat(count).isEqualTo(61);
  }

  @Test
  void readsLowerCaseWhateverTheLocale() {
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale("tr"));
    try {
      assertThat(DataTypes.parse("tinyint")).isEqualTo(DataTypes.TINYINT());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void refusesWhatHasNoEnd() {
    for (String text :
        new String[] {
          "ROW<`a INT>", "ROW<a STRING 'x>", "ARRAY<INT", "MAP<INT>", "CHAR(", "ROW<a>", "TIME WITH"
        }) {
      assertThatThrownBy(() -> DataTypes.parse(text)).isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void refusesNumbersAndNestingWithoutMeasure() {
    assertThatThrownBy(() -> DataTypes.parse("CHAR(99999999999)"))
        .isInstanceOf(ValidationException.class);
    String deep = "ARRAY<".repeat(100_000) + "INT" + ">".repeat(100_000);
    assertThatThrownBy(() -> DataTypes.parse(deep)).isInstanceOf(ValidationException.class);
  }

  @Test
  void mutilatedTextGivesATypedErrorOrAType() {
    Random random = new Random(5);
    RandomTypes types = new RandomTypes(5);
    for (int i = 0; i < 5000; i++) {
      StringBuilder text = new StringBuilder(types.type().asSerializableString());
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        text.setCharAt(
            random.nextInt(text.length()), "<>(),.'` 0A\u00e9".charAt(random.nextInt(12)));
      }
      Throwable thrown = catchThrowable(() -> DataTypes.parse(text.toString()));
      if (thrown != null) {
        assertThat(thrown)
            .as(text.toString())
            .isInstanceOfAny(ValidationException.class, IllegalArgumentException.class);
      }
    }
  }

  @Test
  void arraySuffixBindsOnce() {
    assertThat(DataTypes.parse("INT ARRAY NOT NULL").asSummaryString())
        .isEqualTo("ARRAY<INT> NOT NULL");
    assertThatThrownBy(() -> DataTypes.parse("INT ARRAY ARRAY"))
        .isInstanceOf(ValidationException.class);
  }
}

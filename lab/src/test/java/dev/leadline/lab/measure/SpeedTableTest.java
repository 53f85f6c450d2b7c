package dev.leadline.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.study.Strategies;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SpeedTableTest {

  @Test
  void table_hasOneRowPerCellInTheOrderOfTheCells() {
    AtomicLong clock = new AtomicLong();
    List<SpeedTable.Row> rows =
        new SpeedTable(List.of(10, 20), List.of(1, 2), 5)
            .measure("random", Strategies::random, () -> clock.getAndAdd(3_000_000));
    assertThat(rows).hasSize(4);
    assertThat(rows.get(3).markdown()).isEqualTo("| random | 2 | 20 | 3.0 | 3.0 |");
  }
}

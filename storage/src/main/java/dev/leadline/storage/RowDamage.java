package dev.leadline.storage;

import java.io.Serial;
import java.sql.SQLException;

/** A row that is not what was written. */
final class RowDamage extends SQLException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * @param row as users name it
   */
  RowDamage(String row, String what) {
    super(row + ": " + what);
  }
}

package dev.leadline.storage;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** The columns of a result: files of older versions have fewer. */
final class Columns {

  private Columns() {}

  static boolean has(ResultSet row, String name) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnName(i).equals(name)) {
        return true;
      }
    }
    return false;
  }
}

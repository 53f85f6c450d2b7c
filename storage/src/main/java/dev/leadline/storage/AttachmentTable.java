package dev.leadline.storage;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of the texts that one study keeps, each with a checksum that is verified when it is
 * read.
 */
record AttachmentTable(Connection connection, long study) {

  /** A row before its checksum is looked at. */
  private record Row(int position, Attachment attachment, long checksum) {}

  /** All texts, in the order in which they came. */
  List<Attachment> all() throws SQLException {
    List<Row> rows =
        Sql.query(
            connection,
            "SELECT position, kind, text, checksum FROM attachment WHERE study = ? ORDER BY position",
            row ->
                new Row(
                    row.getInt("position"),
                    new Attachment(
                        Attachment.Kind.valueOf(String.valueOf(row.getString("kind"))),
                        String.valueOf(row.getString("text"))),
                    row.getLong("checksum")),
            study);
    List<Attachment> attachments = new ArrayList<>();
    for (Row row : rows) {
      if (row.checksum() != Checksum.of(row.attachment())) {
        throw new RowDamage("attachment " + row.position(), "its checksum does not match");
      }
      attachments.add(row.attachment());
    }
    return attachments;
  }

  int add(Attachment attachment) throws SQLException {
    int position =
        Sql.query(
                connection,
                "SELECT coalesce(max(position), -1) + 1 FROM attachment WHERE study = ?",
                row -> row.getInt(1),
                study)
            .get(0);
    return Sql.update(
        connection,
        "INSERT INTO attachment (study, position, kind, text, checksum) VALUES (?, ?, ?, ?, ?)",
        study,
        position,
        attachment.kind().name(),
        attachment.text(),
        Checksum.of(attachment));
  }
}

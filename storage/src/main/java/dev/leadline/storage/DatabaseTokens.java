package dev.leadline.storage;

import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import dev.leadline.storage.token.TokenStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tokens of a database. Thread-safe. */
record DatabaseTokens(Database database) implements TokenStore {

  @Override
  public List<Token> list() {
    return database.read(
        connection ->
            Sql.query(
                connection, "SELECT * FROM token ORDER BY created, id", DatabaseTokens::token));
  }

  @Override
  public Optional<Token> find(String id) {
    return database.read(
        connection ->
            Sql.query(connection, "SELECT * FROM token WHERE id = ?", DatabaseTokens::token, id)
                .stream()
                .findFirst());
  }

  @Override
  public void add(Token token) {
    database.write(
        connection ->
            Sql.update(
                connection,
                "INSERT INTO token (id, name, role, hash, created, expires) VALUES (?, ?, ?, ?, ?, ?)",
                token.id(),
                token.name(),
                token.role().word(),
                token.hash(),
                token.created().toEpochMilli(),
                token.expires().map(Instant::toEpochMilli).orElse(null)));
  }

  @Override
  public boolean remove(String id) {
    return database.write(
        connection -> Sql.update(connection, "DELETE FROM token WHERE id = ?", id) > 0);
  }

  private static Token token(ResultSet row) throws SQLException {
    String role = row.getString("role");
    long expires = row.getLong("expires");
    Optional<Instant> end =
        row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expires));
    return new Token(
        row.getString("id"),
        row.getString("name"),
        Role.ofToken(role).orElseThrow(() -> new RowDamage("a token", "its role is " + role)),
        row.getString("hash"),
        Instant.ofEpochMilli(row.getLong("created")),
        end);
  }
}

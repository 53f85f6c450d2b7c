package dev.leadline.storage;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL database as users write it: {@code postgresql://[USER[:PASSWORD]@]HOST[:PORT]/
 * DATABASE[/STUDY][?sslmode=require]}. Immutable and thread-safe.
 *
 * @param options what follows the question mark, for the driver; empty if nothing does
 * @param study the name of a study in it
 */
record PostgresAddress(
    String host,
    int port,
    String database,
    Optional<String> user,
    Optional<String> password,
    String options,
    Optional<String> study) {

  private static final List<String> SCHEMES = List.of("postgresql:", "postgres:");
  private static final String EXPECTED =
      "expected postgresql://HOST/DATABASE/STUDY, with USER:PASSWORD@ and :PORT about the host if needed, but got '%s'";
  private static final int USUAL_PORT = 5432;

  static boolean isMeantBy(String text) {
    return SCHEMES.stream().anyMatch(text::startsWith);
  }

  /**
   * Reads an address; a user and a password that it does not name come from {@code PGUSER} and
   * {@code PGPASSWORD}, and if there is none from the file of passwords that the driver reads.
   *
   * @throws RefusedException if it is no address
   */
  static PostgresAddress parse(String text, Map<String, String> environment) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new RefusedException(EXPECTED.formatted(withoutPassword(text)));
    }
    List<String> path =
        Stream.of(String.valueOf(uri.getPath()).split("/"))
            .filter(part -> !part.isEmpty())
            .toList();
    if (uri.isOpaque() || path.isEmpty() || path.size() > 2) {
      throw new RefusedException(EXPECTED.formatted(withoutPassword(text)));
    }
    String[] credentials =
        uri.getRawUserInfo() == null ? new String[0] : uri.getRawUserInfo().split(":", 2);
    return new PostgresAddress(
        uri.getHost() == null ? "localhost" : uri.getHost(),
        uri.getPort() < 0 ? USUAL_PORT : uri.getPort(),
        path.get(0),
        given(credentials, 0, environment.get("PGUSER")),
        given(credentials, 1, environment.get("PGPASSWORD")),
        uri.getRawQuery() == null ? "" : uri.getRawQuery(),
        path.size() < 2 ? Optional.empty() : Optional.of(StudyEntry.requireName(path.get(1))));
  }

  /** What the driver is given. */
  String jdbcUrl() {
    return "jdbc:postgresql://%s:%d/%s%s"
        .formatted(host, port, database, options.isEmpty() ? "" : "?" + options);
  }

  /** The database without its study, as messages name it. */
  String place() {
    String at = port == USUAL_PORT ? host : host + ":" + port;
    return "postgresql://%s/%s".formatted(at, database);
  }

  /** The whole address, without the password and whatever else is nobody's business. */
  @Override
  public String toString() {
    return study.map(name -> place() + "/" + name).orElse(place());
  }

  private static Optional<String> given(String[] parts, int index, @Nullable String otherwise) {
    return parts.length > index
        ? Optional.of(URLDecoder.decode(parts[index].replace("+", "%2B"), StandardCharsets.UTF_8))
        : Optional.ofNullable(otherwise).filter(text -> !text.isEmpty());
  }

  private static String withoutPassword(String text) {
    return text.replaceFirst("//.*@", "//...@").replaceFirst("\\?.*", "");
  }
}

package dev.leadline.app.execute;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The environment variables with leadline's own secrets, which programs do not inherit. */
public final class Secrets {

  /** Of the database, of a server that is worked for, and of the server's own certificate. */
  public static final List<String> NAMES =
      List.of("PGPASSWORD", "LEADLINE_TOKEN", "LEADLINE_TLS_PASSWORD");

  private Secrets() {}

  /**
   * Takes them out of an environment.
   *
   * @param wanted those that stay
   */
  static void remove(Map<String, String> environment, Set<String> wanted) {
    NAMES.stream().filter(name -> !wanted.contains(name)).forEach(environment::remove);
  }
}

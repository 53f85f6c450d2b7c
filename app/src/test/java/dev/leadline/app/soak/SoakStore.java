package dev.leadline.app.soak;

import java.io.IOException;
import java.util.List;

/** A place for studies that can be disturbed. */
interface SoakStore extends AutoCloseable {

  /** As the table names it. */
  String name();

  /** Where studies are, as users write it; one of them follows after a slash. */
  String location();

  /** Where workers find them. */
  default String workplace() {
    return location();
  }

  /** How often what it runs on can be restarted in a soak. */
  int restarts();

  /** Stops what it runs on in the middle of whatever it does, and starts it again. */
  void restart() throws IOException, InterruptedException;

  /** What went wrong beside the study, after the end. */
  default List<String> faults() {
    return List.of();
  }

  @Override
  void close() throws IOException;
}

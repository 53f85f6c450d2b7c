package dev.leadline.app.soak;

import java.io.IOException;

/** A place for studies that can be disturbed. */
interface SoakStore extends AutoCloseable {

  /** As the table names it. */
  String name();

  /** Where studies are, as users write it; one of them follows after a slash. */
  String location();

  /** Whether it has a server that can be restarted. */
  boolean canRestart();

  /** Stops the server in the middle of whatever it does, and starts it again. */
  void restart() throws IOException;

  @Override
  void close() throws IOException;
}

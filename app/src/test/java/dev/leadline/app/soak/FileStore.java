package dev.leadline.app.soak;

import java.nio.file.Path;

/** A SQLite file. */
record FileStore(Path file) implements SoakStore {

  @Override
  public String name() {
    return "SQLite";
  }

  @Override
  public String location() {
    return file.toString();
  }

  @Override
  public int restarts() {
    return 0;
  }

  @Override
  public void restart() {
    throw new UnsupportedOperationException("a file has no server");
  }

  @Override
  public void close() {}
}

package dev.leadline.lab.command;

import java.util.List;

/**
 * Commands that another module brings to the laboratory; found by {@link java.util.ServiceLoader}.
 */
public interface CommandSource {

  /** Commands below {@code leadline}, annotated for picocli. */
  List<Object> root();
}

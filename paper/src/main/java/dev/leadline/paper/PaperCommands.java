package dev.leadline.paper;

import dev.leadline.lab.command.CommandSource;
import java.util.List;

/** The commands for readers of the paper. */
public final class PaperCommands implements CommandSource {

  @Override
  public List<Object> root() {
    return List.of(new ReproduceCommand());
  }
}

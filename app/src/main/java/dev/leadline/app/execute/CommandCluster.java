package dev.leadline.app.execute;

import dev.leadline.app.exit.UserError;
import java.util.List;

/** A cluster that runs commands. For use by one thread. */
public interface CommandCluster extends AutoCloseable {

  /** Hands over a command and does not wait for it. */
  void start(ClusterCommand command);

  /**
   * The commands that are over since the last call.
   *
   * @throws UserError if the cluster is lost
   */
  List<EndedCommand> ended();

  /** Ends a command; nothing more is heard of it. */
  void end(int trial);

  /** Ends what runs and leaves the cluster. */
  @Override
  void close();
}

package dev.leadline.spark;

import dev.leadline.app.execute.CommandCluster;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;

/** Commands on the executors of Spark. For use by one thread. */
final class SparkCommands implements CommandCluster {

  private final JavaSparkContext spark;
  private final ClusterTasks tasks;
  private final List<String> shipped;
  private final Map<Integer, Command> running = new HashMap<>();
  private final Map<Integer, Long> started = new HashMap<>();

  /**
   * @param spark is stopped with it
   * @param shipped names of the files that lie beside every command
   */
  SparkCommands(JavaSparkContext spark, String name, List<String> shipped) {
    this.spark = spark;
    this.shipped = List.copyOf(shipped);
    this.tasks = new ClusterTasks(spark, name);
  }

  @Override
  public void start(Command command) {
    running.put(command.trial(), command);
    tasks.submit(
        command.trial(),
        command.description(),
        new CommandWork(command.words(), command.environment(), shipped));
  }

  @Override
  public List<Ended> ended() {
    List<Ended> ended = new ArrayList<>();
    try {
      for (Optional<TaskEvent> event = tasks.poll(Duration.ZERO);
          event.isPresent();
          event = tasks.poll(Duration.ZERO)) {
        take(event.get()).ifPresent(ended::add);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Command late : late()) {
      tasks.cancel(late.trial(), "it took too long");
      String reason =
          "timed out after %s s".formatted(late.timeout().orElseThrow().toMillis() / 1e3);
      ended.add(ended(late.trial(), 1, reason));
    }
    return ended;
  }

  @Override
  public void end(int trial) {
    tasks.cancel(trial, "it is not wanted any more");
    forget(trial);
  }

  @Override
  public void close() {
    tasks.close();
    spark.stop();
  }

  private Optional<Ended> take(TaskEvent event) {
    int trial = event.key();
    if (event instanceof TaskEvent.Started start) {
      started.put(trial, start.nanos());
    } else if (event instanceof TaskEvent.Lost) {
      started.remove(trial);
    } else if (event instanceof TaskEvent.Done done) {
      return Optional.of(done(done, (CommandOutput) done.value()));
    } else if (event instanceof TaskEvent.Failed failed) {
      return Optional.of(ended(trial, failed.attempt(), failed.reason()));
    } else if (event instanceof TaskEvent.Refused refused) {
      String why = LostExecutors.reasonIfLost(refused.cause()).orElseThrow(() -> lost(refused));
      return Optional.of(ended(trial, 1, why));
    }
    return Optional.empty();
  }

  private Ended done(TaskEvent.Done done, CommandOutput output) {
    Command command = running.get(done.key());
    if (command != null) {
      write(command, output);
    }
    Ended.How how = output.problem().isEmpty() ? Ended.How.BY_ITSELF : Ended.How.NOT_STARTED;
    forget(done.key());
    return new Ended(done.key(), done.attempt(), how, output.code(), output.problem());
  }

  private static void write(Command command, CommandOutput output) {
    try {
      Files.write(command.stdout(), output.stdout());
      Files.write(command.stderr(), output.stderr());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the output of trial %d cannot be written to %s (%s); free some space, then run the same command again"
              .formatted(command.trial(), command.stdout(), e.getMessage()),
          e);
    }
  }

  private Ended ended(int trial, int attempts, String problem) {
    forget(trial);
    return new Ended(trial, attempts, Ended.How.ENDED, -1, problem);
  }

  private void forget(int trial) {
    running.remove(trial);
    started.remove(trial);
  }

  private List<Command> late() {
    long now = System.nanoTime();
    return running.values().stream()
        .filter(
            command -> {
              Long begin = started.get(command.trial());
              return begin != null
                  && command.timeout().filter(t -> now - begin > t.toNanos()).isPresent();
            })
        .toList();
  }

  private static UserError lost(TaskEvent.Refused refused) {
    return new UserError(
        ExitCode.FAILED,
        "the cluster could not run trial %d: %s; repair that and run the same command again"
            .formatted(refused.key(), LostExecutors.firstLine(refused.cause())),
        refused.cause());
  }
}

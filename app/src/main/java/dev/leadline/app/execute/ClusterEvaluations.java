package dev.leadline.app.execute;

import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import dev.leadline.app.metrics.CurveSource;
import dev.leadline.app.metrics.Outcome;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Commands on the machines of a cluster; their output is brought here. For use by one thread. */
final class ClusterEvaluations implements Evaluations {

  private final Evaluator evaluator;
  private final TuningPlan plan;
  private final CommandCluster cluster;
  private final Map<Integer, Path> running = new HashMap<>();
  private final Queue<Integer> unwanted = new ConcurrentLinkedQueue<>();

  ClusterEvaluations(Evaluator evaluator, TuningPlan plan, CommandCluster cluster) {
    this.evaluator = evaluator;
    this.plan = plan;
    this.cluster = cluster;
  }

  @Override
  public int running() {
    return running.size();
  }

  @Override
  public Path newAttempt(int trial) {
    return evaluator.newAttempt(trial);
  }

  @Override
  public void start(Trial trial, Path directory) throws IOException {
    Map<String, String> values = TrialValues.of(trial.number(), trial.configuration());
    List<String> words = plan.command().render(values);
    Files.writeString(directory.resolve(TrialProcess.COMMAND), CommandTemplate.quote(words) + "\n");
    cluster.start(
        new CommandCluster.Command(
            trial.number(),
            "trial %d: %s".formatted(trial.number(), trial.configuration()),
            words,
            Evaluator.environment(values),
            directory.resolve(TrialProcess.STDOUT),
            directory.resolve(TrialProcess.STDERR),
            plan.timeout()));
    running.put(trial.number(), directory);
  }

  @Override
  public List<Evaluations.Ended> ended() {
    List<Evaluations.Ended> ended = new ArrayList<>();
    for (Integer trial = unwanted.poll(); trial != null; trial = unwanted.poll()) {
      cluster.end(trial);
      ended.add(new Evaluations.Ended(trial, 1, Outcome.failed("ended")));
    }
    for (CommandCluster.Ended command : cluster.ended()) {
      ended.add(new Evaluations.Ended(command.trial(), command.attempts(), outcome(command)));
    }
    return ended;
  }

  /** What is printed elsewhere is here when it is over. */
  @Override
  public List<CurveSource.Point> reports() {
    return List.of();
  }

  @Override
  public void stop(int trial) {
    endAtOnce(Set.of(trial));
  }

  @Override
  public void forget(int trial) {
    running.remove(trial);
  }

  /** Here it takes until the next look: machines elsewhere are asked by the one thread. */
  @Override
  public void endAtOnce(Set<Integer> trials) {
    unwanted.addAll(trials);
  }

  @Override
  public void close() {
    running.keySet().forEach(cluster::end);
  }

  private Outcome outcome(CommandCluster.Ended command) {
    Path directory = Objects.requireNonNull(running.get(command.trial()));
    return switch (command.how()) {
      case BY_ITSELF ->
          evaluator.outcome(
              command.code(),
              directory.resolve(TrialProcess.STDOUT),
              directory.resolve(TrialProcess.STDERR));
      case ENDED -> Outcome.failed(command.problem());
      case NOT_STARTED ->
          throw new UserError(
              ExitCode.FAILED,
              "the command cannot be started on the executors (%s); install it there, or send it along with --ship FILE"
                  .formatted(command.problem()));
    };
  }
}

package dev.leadline.spark;

import dev.leadline.app.execute.ClusterConnector;
import dev.leadline.app.exit.ExitCode;
import dev.leadline.app.exit.UserError;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;

/** Texts that a cluster works on at the same time, their results in the order of the inputs. */
final class OrderedTexts {

  private static final Duration TICK = Duration.ofSeconds(1);

  /**
   * One text and what is to be done with it.
   *
   * @param work is the same for all
   */
  private record Piece(ClusterConnector.TextWork work, String input) implements Work<String> {

    @Override
    public String run() throws Exception {
      return work.run(input);
    }
  }

  private final Map<Integer, String> early = new HashMap<>();
  private final Consumer<String> results;
  private int next;

  private OrderedTexts(Consumer<String> results) {
    this.results = results;
  }

  static void work(
      JavaSparkContext spark,
      String name,
      ClusterConnector.TextWork work,
      List<String> inputs,
      Consumer<String> results) {
    OrderedTexts texts = new OrderedTexts(results);
    try (ClusterTasks tasks = new ClusterTasks(spark, name)) {
      for (int i = 0; i < inputs.size(); i++) {
        tasks.submit(
            i,
            "%s, part %d of %d".formatted(name, i + 1, inputs.size()),
            new Piece(work, inputs.get(i)));
      }
      while (texts.next < inputs.size()) {
        Optional<TaskEvent> event = tasks.poll(TICK);
        event.ifPresent(texts::take);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UserError(ExitCode.INTERRUPTED, "stopped; the same command goes on");
    }
  }

  private void take(TaskEvent event) {
    if (event instanceof TaskEvent.Done done) {
      early.put(done.key(), (String) done.value());
      for (String text = early.remove(next); text != null; text = early.remove(next)) {
        results.accept(text);
        next++;
      }
    } else if (event instanceof TaskEvent.Failed failed) {
      throw refusal(failed.key(), failed.reason());
    } else if (event instanceof TaskEvent.Refused refused) {
      throw refusal(refused.key(), LostExecutors.firstLine(refused.cause()));
    }
  }

  private static UserError refusal(int key, String reason) {
    return new UserError(
        ExitCode.FAILED,
        "part %d could not be done on the cluster: %s; what came before it is kept, the same command goes on"
            .formatted(key + 1, reason));
  }
}

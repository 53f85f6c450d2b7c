package dev.leadline.lab.experiment;

import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

/**
 * Carries out a plan. Used by one thread; spreads the runs over several.
 *
 * <p>Runs of a method with the same number of inputs go in lock-step where the method can make use
 * of it. A run's values do not depend on how many threads there are or which runs go together.
 */
public final class Runner {

  /** Some runs of one method that go together. */
  private record Batch(Method method, List<RunState> runs) {}

  private final Plan plan;
  private final List<Method> methods;
  private final int threads;
  private final LongSupplier nanos;

  /**
   * @param methods the plan's methods, in its order
   * @param nanos a monotonic clock in nanoseconds
   */
  public Runner(Plan plan, List<Method> methods, int threads, LongSupplier nanos) {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread but got " + threads);
    }
    this.plan = plan;
    this.methods = List.copyOf(methods);
    this.threads = threads;
    this.nanos = nanos;
    for (Task task : plan.resolvedTasks()) {
      plan.stepsFor(task);
      this.methods.forEach(method -> method.require(task.dimensions()));
    }
  }

  /**
   * Runs what the record does not hold yet. Interrupting the thread stops after a few steps.
   *
   * @param limit when to stop earlier; another call continues
   * @return the number of evaluations still to be made
   */
  public long run(RecordDirectory record, Progress progress, TimeLimit limit) {
    List<RunState> all = new ArrayList<>();
    List<Batch> batches = new ArrayList<>();
    for (Method method : methods) {
      List<RunState> runs = runs(method, record);
      all.addAll(runs);
      batches.addAll(batches(method, runs.stream().filter(RunState::unfinished).toList()));
    }
    long total = all.stream().mapToLong(RunState::total).sum();
    long before = all.stream().mapToLong(RunState::recorded).sum();
    ProgressMeter meter = new ProgressMeter(total, before, nanos, progress);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (Batch batch : batches) {
        futures.add(pool.submit(() -> drive(batch, record, meter, limit)));
      }
      await(futures);
      return total - all.stream().mapToLong(RunState::recorded).sum();
    } finally {
      pool.shutdownNow();
    }
  }

  private List<RunState> runs(Method method, RecordDirectory record) {
    List<RunState> runs = new ArrayList<>();
    for (Task task : plan.resolvedTasks()) {
      for (int seed = plan.first(); seed < plan.first() + plan.seeds(); seed++) {
        RunKey key = new RunKey(task.name(), method.name(), seed);
        List<Evaluation> earlier = record.earlier(key, 1 - task.initialPoints());
        runs.add(new RunState(key, task, plan.stepsFor(task), plan.study() != null, earlier));
      }
    }
    return runs;
  }

  /** Runs that can go together: same inputs, same length, same progress. */
  private List<Batch> batches(Method method, List<RunState> runs) {
    Map<List<Integer>, List<RunState>> groups = new LinkedHashMap<>();
    for (RunState run : runs) {
      List<Integer> key =
          List.of(run.task().dimensions(), run.task().initialPoints(), run.steps(), run.recorded());
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(run);
    }
    List<Batch> batches = new ArrayList<>();
    List<List<RunState>> longestFirst = new ArrayList<>(groups.values());
    longestFirst.sort(Comparator.comparingInt(group -> -group.get(0).steps()));
    for (List<RunState> group : longestFirst) {
      int width = Math.min(group.size(), method.together());
      for (int i = 0; i < group.size(); i += width) {
        int end = Math.min(group.size(), i + width);
        batches.add(new Batch(method, group.subList(i, end)));
      }
    }
    return batches;
  }

  /** Drives runs step by step together, until all are finished or the time is over. */
  private void drive(Batch batch, RecordDirectory record, ProgressMeter meter, TimeLimit limit) {
    if (limit.isOver()) {
      return;
    }
    Method method = batch.method;
    List<RunState> runs = batch.runs;
    List<Evaluation> initial =
        runs.stream().flatMap(run -> run.evaluateInitial(nanos, runs.size()).stream()).toList();
    record.append(initial);
    meter.add(initial.size(), method.name());
    List<RunHistory> histories = runs.stream().map(RunState::history).toList();
    try (Proposer proposer = method.start(histories)) {
      while (runs.get(0).unfinished() && !limit.isOver()) {
        long begin = nanos.getAsLong();
        double[][] points = proposer.propose();
        double optimiserMs = (nanos.getAsLong() - begin) / 1e6 / runs.size();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
          outcomes.add(runs.get(i).evaluate(points[i], nanos));
        }
        List<Told> told = proposer.tell(outcomes);
        List<Evaluation> lines = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
          lines.add(runs.get(i).record(points[i], told.get(i), optimiserMs, runs.size()));
        }
        record.append(lines);
        meter.add(lines.size(), method.name());
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }
  }

  private static void await(List<Future<?>> futures) {
    try {
      for (Future<?> future : futures) {
        future.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Counts evaluations and estimates the time left from this session's pace. Thread-safe. */
  private static final class ProgressMeter {

    private final long total;
    private final long before;
    private final long start;
    private final LongSupplier nanos;
    private final Progress progress;
    private long done;

    ProgressMeter(long total, long before, LongSupplier nanos, Progress progress) {
      this.total = total;
      this.before = before;
      this.done = before;
      this.nanos = nanos;
      this.start = nanos.getAsLong();
      this.progress = progress;
    }

    synchronized void add(int evaluations, String method) {
      done += evaluations;
      double elapsed = nanos.getAsLong() - start;
      double left = elapsed / Math.max(1, done - before) * (total - done);
      progress.at(done, total, Duration.ofNanos((long) left), method);
    }
  }
}

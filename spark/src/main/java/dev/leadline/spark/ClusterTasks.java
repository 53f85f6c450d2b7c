package dev.leadline.spark;

import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.FutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.concurrent.ExecutionContext;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;
import scala.util.Try;

/**
 * Pieces of work on a cluster: any number at once, each a Spark job of its own, their ends in the
 * order in which they happen. For use by one thread.
 */
final class ClusterTasks implements AutoCloseable {

  private static final List<String> JOB_PROPERTIES =
      List.of("spark.jobGroup.id", "spark.job.description", "spark.job.interruptOnCancel");
  private static final ExecutionContext AT_ONCE = ExecutionContext.fromExecutor(Runnable::run);
  private static final Seq<Object> FIRST_PARTITION =
      CollectionConverters.asScala(List.<Object>of(0)).toSeq();

  private final SparkContext spark;
  private final String group;
  private final String property = "leadline.task." + UUID.randomUUID();
  private final RDD<Integer> onePartition;
  private final TaskWatch watch;
  private final BlockingQueue<TaskEvent> events = new LinkedBlockingQueue<>();
  private final Map<Integer, FutureAction<byte[]>> running = new HashMap<>();

  /**
   * @param group the name under which Spark's pages show the jobs
   */
  ClusterTasks(JavaSparkContext spark, String group) {
    this.spark = spark.sc();
    this.group = group;
    this.onePartition = spark.parallelize(List.of(0), 1).rdd();
    this.watch = new TaskWatch(property, events::add);
    this.spark.addSparkListener(watch);
  }

  /** The keys of what was submitted and has not ended. */
  Set<Integer> running() {
    return Set.copyOf(running.keySet());
  }

  /** Hands a piece of work to the cluster and does not wait for it. */
  void submit(int key, String description, Work<?> work) {
    byte[][] result = new byte[1][];
    FutureAction<byte[]> job =
        asJob(
            key,
            description,
            () ->
                spark.submitJob(
                    onePartition,
                    new WorkTask(work),
                    FIRST_PARTITION,
                    (index, bytes) -> {
                      result[0] = bytes;
                      return BoxedUnit.UNIT;
                    },
                    () -> result[0]));
    running.put(key, job);
    job.onComplete(end -> events.add(event(key, end)), AT_ONCE);
  }

  /** Ends a piece of work; nothing more is heard of it. */
  void cancel(int key, String reason) {
    FutureAction<byte[]> job = running.remove(key);
    if (job != null) {
      job.cancel(Option.apply(reason));
    }
  }

  /** The next thing that happens to what is running, if something happens in time. */
  Optional<TaskEvent> poll(Duration patience) throws InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      TaskEvent event = events.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event == null) {
        return Optional.empty();
      }
      if (running.containsKey(event.key())) {
        boolean isOver = !(event instanceof TaskEvent.Started || event instanceof TaskEvent.Lost);
        if (isOver) {
          running.remove(event.key());
        }
        return Optional.of(event);
      }
    }
  }

  /** Ends what is running. */
  @Override
  public void close() {
    running().forEach(key -> cancel(key, "the study does not go on"));
    spark.removeSparkListener(watch);
  }

  private static TaskEvent event(int key, Try<byte[]> end) {
    if (end.isFailure()) {
      return new TaskEvent.Refused(key, end.failed().get());
    }
    WorkResult result = WorkResult.of(end.get());
    Serializable value = result.value();
    return value == null
        ? new TaskEvent.Failed(key, result.attempt(), result.failure())
        : new TaskEvent.Done(key, result.attempt(), value);
  }

  private interface Submission {
    FutureAction<byte[]> submit();
  }

  /** What a job is called belongs to the thread, whose own properties are as before afterwards. */
  private FutureAction<byte[]> asJob(int key, String description, Submission submission) {
    List<@Nullable String> before = new ArrayList<>();
    JOB_PROPERTIES.forEach(name -> before.add(spark.getLocalProperty(name)));
    spark.setJobGroup(group, description, true);
    spark.setLocalProperty(property, Integer.toString(key));
    try {
      return submission.submit();
    } finally {
      for (int i = 0; i < JOB_PROPERTIES.size(); i++) {
        spark.setLocalProperty(JOB_PROPERTIES.get(i), before.get(i));
      }
      spark.setLocalProperty(property, null);
    }
  }

  /** A piece of work as the task of an executor. */
  private static final class WorkTask extends AbstractFunction1<Iterator<Integer>, byte[]>
      implements Serializable {

    /* An exception of the work is a result and no failure of the task. So whatever Spark does again
    was lost with its executor. Out of memory is the executor's failure, not the work's alone. */

    private static final long serialVersionUID = 1;

    private final Work<?> work;

    WorkTask(Work<?> work) {
      this.work = work;
    }

    @Override
    @SuppressWarnings("CatchingUnchecked")
    public byte[] apply(Iterator<Integer> unused) {
      int attempt = TaskContext.get().attemptNumber() + 1;
      try {
        return new WorkResult(attempt, work.run(), "").bytes();
      } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
        return failure(attempt, e.toString());
      }
    }

    private static byte[] failure(int attempt, String reason) {
      try {
        return new WorkResult(attempt, null, reason).bytes();
      } catch (IOException e) {
        throw new IllegalStateException(e); // not in memory
      }
    }
  }

  /** Sees when the tasks of one {@link ClusterTasks} start and when they lose their executor. */
  private static final class TaskWatch extends SparkListener {

    private final String property;
    private final Consumer<TaskEvent> events;
    private final Map<Integer, Integer> keys = new ConcurrentHashMap<>(); // by stage

    /**
     * @param property the property of a job that holds its key; jobs without it are others'
     */
    TaskWatch(String property, Consumer<TaskEvent> events) {
      this.property = property;
      this.events = events;
    }

    @Override
    public void onJobStart(SparkListenerJobStart job) {
      String key = job.properties() == null ? null : job.properties().getProperty(property);
      if (key != null) {
        CollectionConverters.asJava(job.stageIds())
            .forEach(stage -> keys.put((Integer) stage, Integer.valueOf(key)));
      }
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart task) {
      Integer key = keys.get(task.stageId());
      if (key != null) {
        events.accept(new TaskEvent.Started(key, System.nanoTime()));
      }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
      Integer key = keys.get(task.stageId());
      if (key != null && task.reason() instanceof ExecutorLostFailure) {
        events.accept(new TaskEvent.Lost(key));
      }
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted stage) {
      keys.remove(stage.stageInfo().stageId());
    }
  }
}

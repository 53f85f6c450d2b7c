package dev.leadline.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.jdk.javaapi.CollectionConverters;

/** Sees when the tasks of one {@link ClusterTasks} start and when they lose their executor. */
final class TaskWatch extends SparkListener {

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

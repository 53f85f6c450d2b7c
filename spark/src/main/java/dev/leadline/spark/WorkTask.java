package dev.leadline.spark;

import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.TaskContext;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** A piece of work as the task of an executor. */
final class WorkTask extends AbstractFunction1<Iterator<Integer>, byte[]> implements Serializable {

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

package dev.leadline.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of several threads that wait do the work of all (flat combining): steps that wait for
 * each other are written together, a group commit. Thread-safe.
 */
final class Combiner<R extends Combiner.Request<?>> {

  /** What a thread waits for. */
  abstract static class Request<T> {
    private @Nullable T answer;
    private @Nullable RuntimeException failure;
    private boolean isDone; // guarded by the lock
    private @Nullable Condition woken; // who waits for its answer, or is to work for others

    void answer(T with) {
      answer = with;
      failure = null;
    }

    void fail(RuntimeException why) {
      failure = why;
    }

    /** Wakes who waits for it, if there is an answer. */
    private void finish() {
      isDone = answer != null || failure != null;
      if (isDone) {
        wake();
      }
    }

    private void wake() {
      Objects.requireNonNull(woken).signal();
    }

    T result() {
      if (failure != null) {
        throw failure;
      }
      return Objects.requireNonNull(answer);
    }
  }

  private final Consumer<List<R>> work;
  private final ReentrantLock lock = new ReentrantLock();
  private List<R> waiting = new ArrayList<>(); // guarded by lock
  private boolean isWorking; // guarded by lock

  /**
   * @param work answers requests, first those that came first; what it leaves is the first next
   *     time, and what it throws is the answer to all
   */
  Combiner(Consumer<List<R>> work) {
    this.work = work;
  }

  /** Waits until a request has its answer, which may be given by the thread that waits. */
  void run(R request) {
    Request<?> mine = request;
    lock.lock();
    try {
      Condition woken = lock.newCondition();
      mine.woken = woken;
      waiting.add(request);
      while (!mine.isDone) {
        if (isWorking) {
          woken.awaitUninterruptibly();
        } else {
          workOnce();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Does all that waits, without the lock meanwhile. */
  private void workOnce() {
    List<R> all = waiting;
    waiting = new ArrayList<>();
    isWorking = true;
    lock.unlock();
    try {
      work.accept(all);
    } catch (RuntimeException e) {
      all.forEach(request -> request.fail(e));
    } finally {
      lock.lock();
      isWorking = false;
      all.forEach(Request::finish);
      waiting.addAll(0, all.stream().filter(Combiner::isLeft).toList());
      waiting.stream().findFirst().ifPresent(Request::wake); // it works next
    }
  }

  private static boolean isLeft(Request<?> request) {
    return !request.isDone;
  }
}

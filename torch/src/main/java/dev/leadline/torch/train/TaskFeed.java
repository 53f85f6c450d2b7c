package dev.leadline.torch.train;

import dev.leadline.torch.prior.TaskBatch;
import dev.leadline.torch.prior.TaskPrior;
import dev.leadline.torch.tensor.DeviceStream;
import dev.leadline.torch.tensor.NoGrad;
import dev.leadline.torch.tensor.Tensor;
import dev.leadline.torch.tensor.TensorRandom;
import dev.leadline.torch.tensor.TensorScope;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The batches of a run, one per step, prepared while the network learns from the ones before.
 *
 * <p>Used by one thread; it keeps a second one, with its own stream on the device, until closed.
 */
final class TaskFeed implements AutoCloseable {

  /* The sizes of step k depend on the seed and k alone. The tensors come from random numbers whose state before a batch is taken
   * when its preparation starts: a checkpoint stores that state and the batch is prepared again after a resume. Large batches
   * take several times as long as small ones, to prepare and to learn from; a few of them ahead let the two even out. */

  private static final int AHEAD = 3;

  /**
   * A batch that is ready, or will be when its stream reaches the mark.
   *
   * @param before the state of the random numbers from which the batch came
   */
  record Prepared(TaskBatch batch, DeviceStream.Mark mark, ByteBuffer before)
      implements AutoCloseable {

    @Override
    public void close() {
      batch.tensors().forEach(Tensor::free);
      mark.close();
    }
  }

  private final TaskPrior prior;
  private final TaskSizes sizes;
  private final int tasks;
  private final long seed;
  private final TensorRandom random;
  private final DeviceStream stream;
  private final ExecutorService worker;
  private final Deque<Future<Prepared>> pending = new ArrayDeque<>();
  private long nextStep;

  /**
   * @param firstStep the number of the first step to prepare for
   */
  TaskFeed(
      TaskPrior prior, TaskSizes sizes, int tasks, long seed, TensorRandom random, long firstStep) {
    this.prior = prior;
    this.sizes = sizes;
    this.tasks = tasks;
    this.seed = seed;
    this.random = random;
    this.nextStep = firstStep;
    stream = new DeviceStream(random.device());
    worker =
        Executors.newSingleThreadExecutor(
            runnable -> {
              Thread thread = new Thread(runnable, "task-feed");
              thread.setDaemon(true);
              return thread;
            });
    for (int i = 0; i < AHEAD; i++) {
      start();
    }
  }

  private void start() {
    long step = nextStep++;
    pending.add(worker.submit(() -> prepare(step)));
  }

  private Prepared prepare(long step) {
    stream.enter();
    ByteBuffer before = ByteBuffer.wrap(random.state());
    try (TensorScope scope = new TensorScope();
        NoGrad off = new NoGrad()) {
      TaskSizes.Sizes drawn = sizes.draw(new SplittableRandom(mix(seed, step)));
      TaskBatch batch = prior.sample(tasks, drawn.context(), drawn.queries(), random);
      batch.tensors().forEach(Tensor::keep);
      return new Prepared(batch, stream.mark(), before);
    }
  }

  /** The batch of the next step; the caller closes it. */
  Prepared take() {
    Prepared prepared = await(pending.remove());
    prepared.mark().await(prepared.batch().tensors());
    start();
    return prepared;
  }

  /** The state of the random numbers from which the batch of the next step comes. */
  byte[] state() {
    ByteBuffer before = await(pending.element()).before.duplicate();
    byte[] state = new byte[before.remaining()];
    before.get(state);
    return state;
  }

  private static Prepared await(Future<Prepared> pending) {
    try {
      return pending.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "the prior failed to make a batch: " + e.getCause(), e.getCause());
    }
  }

  private static long mix(long seed, long step) {
    return seed * 0x9E3779B97F4A7C15L + step;
  }

  @Override
  public void close() {
    worker.shutdown();
    while (!pending.isEmpty()) {
      await(pending.remove()).close();
    }
    stream.close();
  }
}

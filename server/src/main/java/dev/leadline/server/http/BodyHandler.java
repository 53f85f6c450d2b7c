package dev.leadline.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/** Reads the bodies of requests as they come, before anything is done with them. Thread-safe. */
final class BodyHandler extends Handler.Wrapper {

  /* No thread waits for a body, so callers who send slowly hold up nobody. A body is copied, because the buffers it comes in may be
  much larger than what came in each. One that is too long is passed on as far as it was read, to be refused in the usual words. */

  private final int most;
  private final Duration patience;
  private final Quota bytes;

  BodyHandler(ServerConfig.Limits limits) {
    this.most = limits.bodyBytes();
    this.patience = limits.each().body();
    this.bytes = new Quota(limits.each().bytes(), limits.bytes());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (request.getLength() == 0 || request.getLength() > most) {
      return super.handle(request, response, callback);
    }
    new Reading(request, response, callback).run();
    return true;
  }

  private boolean pass(Request request, Response response, Callback callback) throws Exception {
    return super.handle(request, response, callback);
  }

  /** A body of which a part is there. */
  private final class Reading implements Runnable {
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final String caller;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final Scheduler.Task deadline;

    Reading(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
      this.caller = Request.getRemoteAddr(request);
      this.deadline =
          request
              .getComponents()
              .getScheduler()
              .schedule(
                  () -> refuse(HttpStatus.REQUEST_TIMEOUT_408),
                  patience.toMillis(),
                  TimeUnit.MILLISECONDS);
    }

    /** Takes what is there; called again when there is more. */
    @Override
    public void run() {
      while (!isOver.get()) {
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          breakOff(chunk.getFailure());
          return;
        }
        boolean isTaken = take(chunk);
        boolean isWhole = chunk.isLast() || read.size() > most;
        chunk.release();
        if (!isTaken) {
          refuse(HttpStatus.TOO_MANY_REQUESTS_429);
        } else if (isWhole) {
          passOn();
        }
      }
    }

    private synchronized boolean take(Content.Chunk chunk) {
      int count = chunk.remaining();
      if (isOver.get() || !bytes.take(caller, count)) {
        return false;
      }
      byte[] part = new byte[count];
      chunk.getByteBuffer().get(part);
      read.writeBytes(part);
      return true;
    }

    private synchronized boolean end() {
      deadline.cancel();
      return isOver.compareAndSet(false, true);
    }

    private void passOn() {
      if (end()) {
        Callback last = Callback.from(callback, this::giveBack);
        try {
          if (!pass(new Whole(request, read.toByteArray()), response, last)) {
            Response.writeError(request, response, last, HttpStatus.NOT_FOUND_404);
          }
        } catch (Exception e) {
          Response.writeError(request, response, last, e);
        }
      }
    }

    private void refuse(int status) {
      if (end()) {
        giveBack();
        response.getHeaders().put("Connection", "close");
        Response.writeError(request, response, callback, status);
      }
    }

    private void breakOff(Throwable failure) {
      if (end()) {
        giveBack();
        callback.failed(failure);
      }
    }

    private void giveBack() {
      bytes.giveBack(caller, read.size());
    }
  }

  /** A request whose body is there. */
  private static final class Whole extends Request.Wrapper {
    private final Content.Source body;

    Whole(Request request, byte[] body) {
      super(request);
      this.body = Content.Source.from(ByteBuffer.wrap(body));
    }

    @Override
    public Content.Chunk read() {
      return body.read();
    }

    @Override
    public void demand(Runnable task) {
      body.demand(task);
    }

    @Override
    public void fail(Throwable failure) {
      body.fail(failure);
    }
  }
}

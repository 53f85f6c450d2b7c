package dev.leadline.server.http;

import dev.leadline.server.route.EventSource.Listener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** A client that reads events. Thread-safe. */
final class EventStream implements Listener {

  private static final long PATIENCE_SECONDS = 1;

  private final OutputStream out;
  private final BooleanSupplier admitted;
  private final ReentrantLock writing = new ReentrantLock();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /**
   * @param admitted whether the client may still read
   */
  EventStream(HttpServletResponse response, BooleanSupplier admitted) throws IOException {
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no"); // proxies must not wait for more
    response.flushBuffer();
    this.out = response.getOutputStream();
    this.admitted = admitted;
  }

  /** Done when the stream is over. */
  CompletableFuture<Void> ended() {
    return ended;
  }

  @Override
  public void event(String id, String kind, String data) {
    write("id: %s\nevent: %s\ndata: %s\n\n".formatted(id, kind, data));
  }

  @Override
  public void alive() {
    write(": alive\n\n");
  }

  /** Ends the stream properly, unless a slow client is being written to for longer than that. */
  @Override
  public void end() {
    try {
      if (writing.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended.complete(null);
  }

  private void close() {
    try {
      out.close();
    } catch (IOException e) {
      // The client was faster.
    } finally {
      writing.unlock();
    }
  }

  @Override
  public boolean isGone() {
    return ended.isDone() || !admitted.getAsBoolean();
  }

  private void write(String text) {
    writing.lock();
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writing.unlock();
    }
  }
}

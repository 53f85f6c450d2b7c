package dev.leadline.app.soak;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Clients of a server whose bodies stop half way and who take streams without reading them, and one
 * that asks for its health all the time. Thread-safe.
 */
final class Crowd implements AutoCloseable {

  private static final int SLOW = 150;
  private static final int STREAMS = 60;
  private static final Duration LONGEST = Duration.ofMillis(200);
  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final String BODY =
      "POST /api/v1/studies HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"
          + " ".repeat(60_000);
  private static final String STREAM = "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  private final int port;
  private final Deque<Socket> slow = new ArrayDeque<>(); // those that came first are first
  private final List<Socket> streams = new ArrayList<>();
  private final List<String> faults = new ArrayList<>(); // of the thread until it has ended
  private final Thread thread = new Thread(this::watch, "crowd");
  private int answers; // of the thread, like the time that the slowest took
  private long slowest;
  private volatile boolean isOver;

  /** Waits until the server answers, and comes. */
  Crowd(int port) throws IOException, InterruptedException {
    this.port = port;
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (!isHealthy()) {
      if (System.nanoTime() > end) {
        throw new IOException("the server did not start in " + LONGEST_START);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    while (slow.size() < SLOW) {
      slow.add(connected(BODY));
    }
    while (streams.size() < STREAMS) {
      streams.add(connected(STREAM));
    }
    thread.start();
  }

  private void watch() {
    while (!isOver) {
      long begin = System.nanoTime();
      boolean isHealthy = isHealthy();
      long millis = (System.nanoTime() - begin) / 1_000_000;
      if (!isHealthy || millis > LONGEST.toMillis()) {
        faults.add("/health %s %d ms".formatted(isHealthy ? "took" : "failed after", millis));
      }
      answers++;
      slowest = Math.max(slowest, millis);
      renew();
    }
  }

  /** Lets another slow client take the place of the one that has waited longest. */
  private void renew() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
      slow.remove().close();
      slow.add(connected(BODY));
    } catch (IOException e) {
      faults.add("no slow client could come any more: " + e);
    } catch (InterruptedException e) {
      isOver = true;
    }
  }

  private boolean isHealthy() {
    try {
      URI health = URI.create("http://127.0.0.1:%d/health".formatted(port));
      HttpURLConnection call = (HttpURLConnection) health.toURL().openConnection();
      call.setConnectTimeout(5000);
      call.setReadTimeout(5000);
      boolean isHealthy = call.getResponseCode() == 200;
      call.getInputStream().close();
      return isHealthy;
    } catch (IOException e) {
      return false;
    }
  }

  private Socket connected(String text) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /** A line about the server's health, after the end. */
  String said() {
    return "/health answered %d times, in %d ms at most".formatted(answers, slowest);
  }

  /** What went wrong, after the end. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  @Override
  public void close() throws IOException {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : slow) {
      socket.close();
    }
    for (Socket socket : streams) {
      socket.close();
    }
  }
}

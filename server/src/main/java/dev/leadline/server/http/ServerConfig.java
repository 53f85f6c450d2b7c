package dev.leadline.server.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a server listens and what it puts up with. Immutable and thread-safe.
 *
 * @param port 0 for any that is free
 * @param proxy whether the caller's address is the one that a proxy in front of it names
 */
public record ServerConfig(
    String host, int port, Optional<KeyFile> tls, Proxy proxy, Limits limits) {

  /** A key store with the key and the certificate of the server, as {@code keytool} makes it. */
  public record KeyFile(Path file, String password) {
    @Override
    public String toString() {
      return "KeyFile[" + file + "]";
    }
  }

  /** Whether a proxy stands before the server. */
  public enum Proxy {
    NONE,
    /** Its headers say where a call comes from and what it was addressed to. */
    TRUSTED
  }

  /**
   * What is too much.
   *
   * @param bodyBytes the longest body of a request
   * @param callsPerSecond how many calls a caller may make, in bursts of twice as many
   * @param refusalsPerSecond how many calls with a wrong token an address may make
   * @param listeners how many streams of events may be open
   * @param bytes how much of bodies may wait in memory
   * @param each what one caller may have of it
   */
  public record Limits(
      int bodyBytes,
      int callsPerSecond,
      int refusalsPerSecond,
      int listeners,
      long bytes,
      PerCaller each) {

    public static Limits standard() {
      return new Limits(
          1 << 20,
          500,
          10,
          200,
          64 << 20,
          new PerCaller(32, 512, 16 << 20, Duration.ofSeconds(20)));
    }

    /** The same with another number of calls a second. */
    public Limits callsPerSecond(int calls) {
      return new Limits(bodyBytes, calls, refusalsPerSecond, listeners, bytes, each);
    }
  }

  /**
   * What one caller may have at the same time.
   *
   * @param listeners streams of events of one token, or of one address where there are none
   * @param connections connections of one address, unless that is a proxy's
   * @param bytes bytes of bodies of one address
   * @param body how long a body may take to come
   */
  public record PerCaller(int listeners, int connections, long bytes, Duration body) {}

  public ServerConfig {
    if (port < 0 || port > 65535 || host.isBlank()) {
      throw new IllegalArgumentException(
          "expected an address like 127.0.0.1:7070 but got %s:%d".formatted(host, port));
    }
  }

  /** A server for this machine alone, at a port. */
  public static ServerConfig local(int port) {
    return new ServerConfig("127.0.0.1", port, Optional.empty(), Proxy.NONE, Limits.standard());
  }

  /** Whether only this machine can reach it. */
  public boolean isLoopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }
}

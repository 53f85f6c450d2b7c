package dev.leadline.server.http;

import dev.leadline.server.route.Caller;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Route;
import dev.leadline.server.route.Status;
import dev.leadline.storage.token.Role;
import dev.leadline.storage.token.Token;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides who may make a call. Thread-safe. */
final class AccessCheck {

  /* There are no cookies, so a page of another site has no rights of its own to misuse. On a server without tokens the address is
  the only right there is: pages elsewhere are refused by their Origin, and names that somebody pointed at this machine by Host. */

  private static final String BEARER = "bearer ";
  private static final Set<String> ALWAYS = Set.of("/health", "/ready"); // for who watches over it
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

  private final Access access;
  private final ServerConfig config;
  private final RateLimit calls;
  private final RateLimit refusals;

  AccessCheck(Access access, ServerConfig config, InstantSource clock) {
    this.access = access;
    this.config = config;
    this.calls = new RateLimit(config.limits().callsPerSecond(), clock);
    this.refusals = new RateLimit(config.limits().refusalsPerSecond(), clock);
  }

  /**
   * Lets a call in.
   *
   * @throws ProblemException if it is not allowed
   */
  Caller admit(Route route, HttpServletRequest request) {
    requireOwnName(request);
    if (route.method().isWriting()) {
      requireOwnSite(request);
    }
    Caller caller = caller(route, request);
    if (!ALWAYS.contains(route.path()) && !calls.passes(caller.key())) {
      throw tooMany();
    }
    if (!caller.role().covers(route.role())) {
      throw Status.FORBIDDEN.problem(
          "expected a token of the role %s but this one has %s"
              .formatted(route.role().word(), caller.role().word()));
    }
    return caller;
  }

  /** Whether a caller that was let in would still be; looked at again while it listens. */
  boolean isStillAdmitted(Caller caller, HttpServletRequest request) {
    return caller.token().isEmpty()
        || shown(request.getHeader("Authorization"))
            .flatMap(access.tokens()::recognise)
            .isPresent();
  }

  private Caller caller(Route route, HttpServletRequest request) {
    String address = request.getRemoteAddr();
    String header = ALWAYS.contains(route.path()) ? null : request.getHeader("Authorization");
    if (header == null) {
      Role role = access.mode() == Access.Mode.OPEN ? Role.ADMIN : Role.ANYONE;
      if (!role.covers(route.role())) {
        throw refused(address, "expected a token in the header Authorization: Bearer TOKEN");
      }
      return new Caller(address, address, role, Optional.empty());
    }
    Token token =
        shown(header)
            .flatMap(access.tokens()::recognise)
            .orElseThrow(
                () -> refused(address, "expected a token that is known and has not expired"));
    return new Caller(token.id(), address, token.role(), Optional.of(token));
  }

  private ProblemException refused(String address, String sentence) {
    return refusals.passes(address)
        ? Status.UNAUTHORIZED
            .problem(sentence + "; make one with leadline token create")
            .withHeader("WWW-Authenticate", "Bearer")
        : tooMany();
  }

  private static ProblemException tooMany() {
    return Status.TOO_MANY_REQUESTS
        .problem("too many calls in a short time; try again in a second")
        .withHeader("Retry-After", "1");
  }

  private static Optional<String> shown(@Nullable String header) {
    return header != null && header.toLowerCase(Locale.ROOT).startsWith(BEARER)
        ? Optional.of(header.substring(BEARER.length()).strip())
        : Optional.empty();
  }

  private void requireOwnName(HttpServletRequest request) {
    String host = request.getServerName();
    if (access.mode() == Access.Mode.OPEN && !isOwnName(host)) {
      throw Status.MISDIRECTED_REQUEST.problem(
          "expected to be called %s or localhost but was called '%s'"
              .formatted(config.host(), host));
    }
  }

  private boolean isOwnName(String host) {
    if (host.equalsIgnoreCase("localhost") || host.equalsIgnoreCase(config.host())) {
      return true;
    }
    boolean isAddress = host.matches("\\[?[0-9a-fA-F:]*:[0-9a-fA-F:.]*]?|\\d+(\\.\\d+){3}");
    try {
      return isAddress && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static void requireOwnSite(HttpServletRequest request) {
    String origin = request.getHeader("Origin");
    String site = request.getHeader("Sec-Fetch-Site");
    boolean isOwnOrigin = origin == null || isOwnOrigin(origin, request);
    if (!isOwnOrigin || (site != null && !OWN_SITE.contains(site))) {
      throw Status.FORBIDDEN.problem(
          "expected a call from this server's own page but it came from another");
    }
  }

  private static boolean isOwnOrigin(String origin, HttpServletRequest request) {
    try {
      URI uri = URI.create(origin);
      int port = uri.getPort() >= 0 ? uri.getPort() : "https".equals(uri.getScheme()) ? 443 : 80;
      return request.getServerName().equalsIgnoreCase(uri.getHost())
          && request.getServerPort() == port
          && request.getScheme().equals(uri.getScheme());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Lets each of many through so many times a second, in bursts of twice as many. Thread-safe. */
  private static final class RateLimit {

    private static final int MOST_KEYS = 10_000;

    private final double perSecond;
    private final InstantSource clock;
    private final Map<String, Bucket> buckets =
        new LinkedHashMap<>(64, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_KEYS;
          }
        };

    /** What is left at a moment. */
    private record Bucket(double left, long millis) {}

    RateLimit(int perSecond, InstantSource clock) {
      this.perSecond = perSecond;
      this.clock = clock;
    }

    /** Whether it may pass; counts it if so. */
    synchronized boolean passes(String key) {
      long now = clock.millis();
      double most = 2 * perSecond;
      Bucket bucket = buckets.getOrDefault(key, new Bucket(most, now));
      double elapsed = Math.max(0, now - bucket.millis) / 1000.0;
      double left = Math.min(most, bucket.left + elapsed * perSecond);
      boolean passes = left >= 1;
      buckets.put(key, new Bucket(passes ? left - 1 : left, now));
      return passes;
    }
  }
}

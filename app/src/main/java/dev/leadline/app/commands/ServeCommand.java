package dev.leadline.app.commands;

import dev.leadline.app.execute.StopSignal;
import dev.leadline.app.exit.UserError;
import dev.leadline.server.LeadlineServer;
import dev.leadline.server.http.Access;
import dev.leadline.server.http.ServerConfig;
import dev.leadline.server.token.Tokens;
import dev.leadline.storage.Studies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves studies over HTTP until it is stopped. */
@Command(
    name = "serve",
    description = "Serves studies to workers, programs and browsers.",
    mixinStandardHelpOptions = true)
public final class ServeCommand extends ConsoleCommand implements Runnable {

  private static final Pattern ADDRESS =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+):(?<port>\\d{1,5})");
  private static final String PASSWORD = "LEADLINE_TLS_PASSWORD";

  /** What the web server tells of its doings, and of calls that it refused, is of no use here. */
  /** How the log is written, unless its user says so: one line for each change. */
  private static final String LINE = "java.util.logging.SimpleFormatter.format";

  private static final List<Logger> CHATTER =
      List.of(Logger.getLogger("org.eclipse.jetty"), Logger.getLogger("io.javalin"));

  @Mixin private StoreOption store;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7070",
      description = "Where to listen; port 0 is any that is free (default: ${DEFAULT-VALUE}).")
  private String listen = "";

  @Option(
      names = "--tokens",
      negatable = true,
      description =
          "Whether callers have to show a token of leadline token create (default: unless only this"
              + " machine can call).")
  private @Nullable Boolean tokens;

  @Option(
      names = "--tls",
      paramLabel = "KEYSTORE",
      description = "Serve HTTPS with this key store; its password is in $" + PASSWORD + ".")
  private @Nullable Path tls;

  @Option(
      names = "--behind-proxy",
      description = "Trust the headers in which a proxy says who calls (X-Forwarded-For, ...).")
  private boolean proxied;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "500",
      description = "How many calls a second one caller may make (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Override
  public void run() {
    ServerConfig config = config();
    System.getProperties().putIfAbsent(LINE, "%1$tFT%1$tT%1$tz %4$s %5$s%6$s%n");
    CHATTER.forEach(logger -> logger.setLevel(Level.OFF)); // why it did not start is said below
    Clock clock = Clock.systemUTC();
    StopSignal signal = new StopSignal();
    try (StopOnShutdown shutdown = StopOnShutdown.install(signal);
        Studies studies = store.open();
        LeadlineServer server =
            LeadlineServer.start(
                config,
                new Access(mode(config), new Tokens(studies.tokens(), new SecureRandom(), clock)),
                studies,
                ModelSource::strategy,
                clock)) {
      CHATTER.forEach(logger -> logger.setLevel(Level.SEVERE));
      announce(config, studies, server.port());
      signal.awaitStop();
      Thread.interrupted(); // was the stop; what follows is to come to its end
    }
  }

  private ServerConfig config() {
    Matcher address = ADDRESS.matcher(listen);
    if (!address.matches()) {
      throw UserError.usage(
          "expected --listen HOST:PORT, for example 127.0.0.1:7070, but got '%s'"
              .formatted(listen));
    }
    if (rate < 1) {
      throw UserError.usage("expected --rate of 1 or more but got " + rate);
    }
    return new ServerConfig(
        address.group("host"),
        Integer.parseInt(address.group("port")),
        keys(),
        proxied ? ServerConfig.Proxy.TRUSTED : ServerConfig.Proxy.NONE,
        ServerConfig.Limits.standard().callsPerSecond(rate));
  }

  private Optional<ServerConfig.KeyFile> keys() {
    if (tls == null) {
      return Optional.empty();
    }
    String password = System.getenv(PASSWORD);
    if (password == null || !Files.isReadable(tls)) {
      throw UserError.usage(
          "expected a key store that can be read and its password in the environment variable %s but got %s"
              .formatted(PASSWORD, tls));
    }
    requireKeys(tls, password);
    return Optional.of(new ServerConfig.KeyFile(tls, password));
  }

  private static void requireKeys(Path file, String password) {
    try {
      KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IOException | GeneralSecurityException e) {
      throw UserError.usage(
          "expected a key store as keytool makes it and its password in %s but %s cannot be opened with it (%s)"
              .formatted(PASSWORD, file, e.getMessage()));
    }
  }

  private Access.Mode mode(ServerConfig config) {
    boolean isAsked = tokens == null ? !config.isLoopback() : tokens;
    return isAsked ? Access.Mode.TOKENS : Access.Mode.OPEN;
  }

  private void announce(ServerConfig config, Studies studies, int port) {
    PrintWriter out = out();
    String scheme = tls == null ? "http" : "https";
    out.printf("serving %s at %s://%s:%d/%n", studies.location(), scheme, config.host(), port);
    boolean isOpen = mode(config) == Access.Mode.OPEN;
    if (isOpen && !config.isLoopback()) {
      out.println("warning: everybody who can reach this address may do everything");
    }
    if (!isOpen && studies.tokens().list().isEmpty()) {
      out.println("note: nobody may call yet; make a token with leadline token create");
    }
    out.flush();
  }
}

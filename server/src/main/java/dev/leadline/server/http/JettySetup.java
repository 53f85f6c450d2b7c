package dev.leadline.server.http;

import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import io.javalin.config.JettyConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** How Jetty listens. */
final class JettySetup {

  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration LINGER = Duration.ofMillis(50); // of connections without a call
  private static final Duration LAST_CALLS = Duration.ofSeconds(10);
  private static final int THREADS = 128; // calls that wait for the suggestion of their study
  private static final int HEADER_BYTES = 8192;
  private static final int WAITING = 96; // calls have threads, so that some are left
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30); // for a thread

  /** What is answered however many others wait. */
  private static final Pattern ALWAYS =
      Pattern.compile("/health|/ready|/api/v1/(studies/[^/]+/)?events");

  private JettySetup() {}

  static void apply(JettyConfig jetty, ServerConfig config) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
    threads.setName("http");
    jetty.threadPool = threads;
    jetty.modifyServer(
        server -> {
          server.setErrorHandler(new ErrorPage());
          server.insertHandler(waiting());
          server.insertHandler(new GracefulHandler());
          server.insertHandler(new BodyHandler(config.limits()));
          server.setStopTimeout(LAST_CALLS.toMillis());
        });
    jetty.modifyServletContextHandler(handler -> handler.setErrorHandler(new ErrorPage()));
    jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setSendDateHeader(false);
          http.setRequestHeaderSize(HEADER_BYTES);
          if (config.proxy() == ServerConfig.Proxy.TRUSTED) {
            http.addCustomizer(new ForwardedRequestCustomizer());
          }
        });
    jetty.addConnector((server, http) -> connector(server, http, config));
  }

  /** Other calls wait without a thread for the calls before them; streams need one for a moment. */
  private static QoSHandler waiting() {
    QoSHandler waiting = new QoSHandler();
    waiting.setMaxRequestCount(WAITING);
    waiting.setMaxSuspend(LONGEST_WAIT);
    waiting.exclude(request -> ALWAYS.matcher(Request.getPathInContext(request)).matches());
    return waiting;
  }

  private static Connector connector(Server server, HttpConfiguration http, ServerConfig config) {
    ServerConnector connector = new ServerConnector(server, 1, 1, factories(http, config));
    connector.setHost(config.host());
    connector.setPort(config.port());
    connector.setIdleTimeout(IDLE.toMillis());
    connector.setShutdownIdleTimeout(LINGER.toMillis());
    if (config.proxy() == ServerConfig.Proxy.NONE) {
      connector.addBean(new ConnectionLimit(config.limits().each().connections()));
    }
    return connector;
  }

  private static ConnectionFactory[] factories(HttpConfiguration http, ServerConfig config) {
    if (config.tls().isEmpty()) {
      return new ConnectionFactory[] {new HttpConnectionFactory(http)};
    }
    ServerConfig.KeyFile key = config.tls().get();
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(key.file().toString());
    tls.setKeyStorePassword(key.password());
    HttpConfiguration secure = new HttpConfiguration(http);
    // The name in the certificate is for the client to check; local tests call by address.
    secure.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory plain = new HttpConnectionFactory(secure);
    return new ConnectionFactory[] {new SslConnectionFactory(tls, plain.getProtocol()), plain};
  }

  /** Closes connections of an address that has too many of them. Thread-safe. */
  private static final class ConnectionLimit implements Connection.Listener {

    private final Quota quota;
    private final Map<Connection, String> admitted = new ConcurrentHashMap<>();

    ConnectionLimit(int each) {
      this.quota = new Quota(each, Long.MAX_VALUE);
    }

    @Override
    public void onOpened(Connection connection) {
      if (!(connection instanceof SslConnection) // the one inside of it counts
          && connection.getEndPoint().getRemoteSocketAddress()
              instanceof InetSocketAddress caller) {
        String address = caller.getAddress().getHostAddress();
        if (quota.take(address, 1)) {
          admitted.put(connection, address);
        } else {
          connection.getEndPoint().close();
        }
      }
    }

    @Override
    public void onClosed(Connection connection) {
      String address = admitted.remove(connection);
      if (address != null) {
        quota.giveBack(address, 1);
      }
    }
  }

  /** What Jetty itself refuses, such as a request that is no HTTP, as a problem like all others. */
  private static final class ErrorPage extends ErrorHandler {

    /** Whatever the method, it has an answer. */
    @Override
    public boolean errorPageForMethod(String method) {
      return true;
    }

    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int code,
        @Nullable String message,
        @Nullable Throwable cause,
        Callback callback) {
      SecurityHeaders.ALL.forEach(response.getHeaders()::put);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemException.MEDIA_TYPE);
      // Jetty calls a version of HTTP that it does not know a fault of its own.
      int status = code == HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ? 400 : code;
      response.setStatus(status);
      Content.Sink.write(response, true, problem(status), callback);
    }

    private static String sentence(int code) {
      return switch (code) {
        case HttpStatus.REQUEST_TIMEOUT_408 -> "the body did not come in time; send it again";
        case HttpStatus.TOO_MANY_REQUESTS_429 ->
            "too much is being sent at the same time; wait for answers and try again";
        case HttpStatus.SERVICE_UNAVAILABLE_503 -> "too many calls wait; try again later";
        default -> "expected a request in HTTP with a plain path; check it";
      };
    }

    private static String problem(int code) {
      return ProblemException.document(Status.of(code), sentence(code), Map.of())
          .put("status", code)
          .toString();
    }
  }
}

package dev.leadline.server.http;

import io.javalin.config.JettyConfig;
import java.time.Duration;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.server.handler.QoSHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

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
}

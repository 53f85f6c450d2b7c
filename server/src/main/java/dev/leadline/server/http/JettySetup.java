package dev.leadline.server.http;

import io.javalin.config.JettyConfig;
import java.time.Duration;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** How Jetty listens. */
final class JettySetup {

  private static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration LINGER = Duration.ofMillis(50); // of connections without a call
  private static final Duration LAST_CALLS = Duration.ofSeconds(10);
  private static final int THREADS = 128; // calls that wait for the suggestion of their study
  private static final int HEADER_BYTES = 8192;
  private static final int EAGER_BYTES = 1 << 15; // of a body are awaited before it has a thread

  private JettySetup() {}

  static void apply(JettyConfig jetty, ServerConfig config) {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
    threads.setName("http");
    jetty.threadPool = threads;
    jetty.modifyServer(
        server -> {
          server.setErrorHandler(new ErrorPage());
          server.insertHandler(new GracefulHandler());
          server.insertHandler(
              new EagerContentHandler(
                  new EagerContentHandler.RetainedContentLoaderFactory(EAGER_BYTES, -1, false)));
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

  private static Connector connector(Server server, HttpConfiguration http, ServerConfig config) {
    ServerConnector connector = new ServerConnector(server, 1, 1, factories(http, config));
    connector.setHost(config.host());
    connector.setPort(config.port());
    connector.setIdleTimeout(IDLE.toMillis());
    connector.setShutdownIdleTimeout(LINGER.toMillis());
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

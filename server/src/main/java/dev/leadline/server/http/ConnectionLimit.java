package dev.leadline.server.http;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Closes connections of an address that has too many of them. Thread-safe. */
final class ConnectionLimit implements Connection.Listener {

  private final Quota quota;
  private final Map<Connection, String> admitted = new ConcurrentHashMap<>();

  ConnectionLimit(int each) {
    this.quota = new Quota(each, Long.MAX_VALUE);
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection) // the one inside of it counts
        && connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress caller) {
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

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A small service: it counts words of what it makes up, remembers sessions and answers JSON. */
public final class Service {

  private static final Map<Integer, byte[]> SESSIONS = new ConcurrentHashMap<>();

  public static void main(String[] words) throws IOException {
    int threads = Integer.parseInt(words[0]);
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else every answer waits 40 ms
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 18091), 256);
    server.setExecutor(Executors.newFixedThreadPool(threads));
    int[] requests = {0};
    server.createContext(
        "/",
        exchange -> {
          byte[] answer = answer(requests[0]++).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  private static String answer(int request) {
    SESSIONS.put(request % 4000, new byte[8000]);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 400; i++) {
      text.append("word").append((request * 31 + i * i) % 97).append(i % 7 == 0 ? ", " : " ");
    }
    Map<String, Integer> counts = new TreeMap<>();
    for (String word : text.toString().split("[ ,]+")) {
      counts.merge(word.toUpperCase(), 1, Integer::sum);
    }
    StringBuilder json = new StringBuilder("{");
    counts.forEach((word, count) -> json.append('"').append(word).append("\":").append(count).append(','));
    return json.append("\"request\":").append(request).append('}').toString();
  }
}

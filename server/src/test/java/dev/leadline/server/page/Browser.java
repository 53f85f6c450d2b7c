package dev.leadline.server.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** A Chromium without a window, driven by the protocol of its own developer tools. */
final class Browser implements AutoCloseable {

  static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on (ws://\\S+)");
  private static final int PATIENCE = 20;

  private final Process process;
  private final Path profile;
  private final AtomicInteger next = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final Map<String, Tab> tabs = new ConcurrentHashMap<>();
  private final WebSocket socket;

  private Browser(Process process, Path profile, String address) {
    this.process = process;
    this.profile = profile;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Ear())
            .join();
  }

  /** The program, if one is installed. */
  static Optional<Path> installed() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Browser start(Path program) throws IOException {
    Path profile = Files.createTempDirectory("browser");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox", // tests may run as root
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                "--disable-component-update",
                "--hide-scrollbars",
                "--force-color-profile=srgb",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) {
        Thread drain = new Thread(() -> lines.lines().forEach(rest -> {}), "browser-messages");
        drain.setDaemon(true);
        drain.start();
        return new Browser(process, profile, address.group(1));
      }
    }
    throw new IOException("expected an address of %s but it ended".formatted(program));
  }

  /** A new tab in a profile of its own. */
  Tab open() {
    String context =
        call("", "Target.createBrowserContext", JSON.createObjectNode())
            .get("browserContextId")
            .asString();
    ObjectNode blank =
        JSON.createObjectNode().put("url", "about:blank").put("browserContextId", context);
    String target = call("", "Target.createTarget", blank).get("targetId").asString();
    ObjectNode attach = JSON.createObjectNode().put("targetId", target).put("flatten", true);
    String session = call("", "Target.attachToTarget", attach).get("sessionId").asString();
    Tab tab = new Tab(this, session, target);
    tabs.put(session, tab);
    tab.enable();
    return tab;
  }

  JsonNode call(String session, String method, ObjectNode parameters) {
    int id = next.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    answers.put(id, answer);
    ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
    message.set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    synchronized (socket) {
      socket.sendText(message.toString(), true).join();
    }
    JsonNode found = answer.orTimeout(PATIENCE, TimeUnit.SECONDS).join();
    if (found.has("error")) {
      throw new IllegalStateException(method + ": " + found.get("error"));
    }
    return found.get("result");
  }

  void forget(Tab tab, String session, String target) {
    tabs.remove(session, tab);
    call("", "Target.closeTarget", JSON.createObjectNode().put("targetId", target));
  }

  @Override
  public void close() throws IOException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE, TimeUnit.SECONDS).join();
    for (int tries = 0; tries < 5 && Files.exists(profile); tries++) {
      deleteProfile();
    }
  }

  /** Helpers of the browser may still write while they end. */
  private void deleteProfile() throws IOException {
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (java.io.UncheckedIOException e) {
      // a file went away meanwhile
    }
  }

  private final class Ear implements WebSocket.Listener {

    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      text.append(part);
      if (isLast) {
        JsonNode message = JSON.readTree(text.toString());
        text.setLength(0);
        if (message.has("id")) {
          CompletableFuture<JsonNode> answer = answers.remove(message.get("id").asInt());
          if (answer != null) {
            answer.complete(message);
          }
        } else if (message.has("sessionId")) {
          Tab tab = tabs.get(message.get("sessionId").asString());
          if (tab != null) {
            tab.hear(message.get("method").asString(), message.get("params"));
          }
        }
      }
      from.request(1);
      return CompletableFuture.completedStage(null);
    }
  }
}

package dev.leadline.server.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One tab of a {@link Browser}, and what went wrong in it. */
final class Tab implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int PAUSE = 20;

  private final Browser browser;
  private final String session;
  private final String target;
  private final List<String> errors = new CopyOnWriteArrayList<>();

  Tab(Browser browser, String session, String target) {
    this.browser = browser;
    this.session = session;
    this.target = target;
  }

  void enable() {
    for (String domain : List.of("Page", "Runtime", "Log")) {
      call(domain + ".enable", Browser.JSON.createObjectNode());
    }
  }

  /** What the console shows as an error, and what nobody caught. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  void hear(String method, JsonNode parameters) {
    boolean isError =
        switch (method) {
          case "Runtime.exceptionThrown" -> true;
          case "Runtime.consoleAPICalled" ->
              List.of("error", "warning", "assert").contains(parameters.get("type").asString());
          case "Log.entryAdded" ->
              List.of("error", "warning").contains(parameters.get("entry").get("level").asString());
          default -> false;
        };
    if (isError) {
      errors.add(method + " " + parameters);
    }
  }

  Tab size(int width, int height, boolean isPhone) {
    ObjectNode metrics = Browser.JSON.createObjectNode().put("width", width).put("height", height);
    call(
        "Emulation.setDeviceMetricsOverride",
        metrics.put("deviceScaleFactor", 1).put("mobile", isPhone));
    return this;
  }

  Tab scheme(String lightOrDark) {
    ObjectNode media = Browser.JSON.createObjectNode();
    media
        .putArray("features")
        .addObject()
        .put("name", "prefers-color-scheme")
        .put("value", lightOrDark);
    call("Emulation.setEmulatedMedia", media);
    return this;
  }

  Tab open(String address) {
    call("Page.navigate", Browser.JSON.createObjectNode().put("url", address));
    return this;
  }

  /** The value of an expression; promises are waited for. */
  JsonNode evaluate(String expression) {
    ObjectNode question = Browser.JSON.createObjectNode().put("expression", expression);
    JsonNode answer =
        call("Runtime.evaluate", question.put("awaitPromise", true).put("returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
    }
    return answer.get("result").path("value");
  }

  /** Waits until an expression is true. */
  Tab await(String condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!evaluate("Boolean(%s)".formatted(condition)).asBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "waited for %s; the page says: %s; errors: %s"
                .formatted(condition, evaluate("document.body.innerText.slice(0, 2000)"), errors));
      }
      pause();
    }
    return this;
  }

  Tab click(String selector) {
    await("document.querySelector(%s)".formatted(text(selector)));
    evaluate("document.querySelector(%s).click()".formatted(text(selector)));
    return this;
  }

  Tab press(String key) {
    for (String type : List.of("keyDown", "keyUp")) {
      call(
          "Input.dispatchKeyEvent",
          Browser.JSON.createObjectNode().put("type", type).put("key", key).put("code", key));
    }
    return this;
  }

  /** Moves the mouse with its button held; a click where both ends are the same. */
  Tab drag(double fromX, double fromY, double toX, double toY) {
    mouse("mouseMoved", fromX, fromY, 0);
    mouse("mousePressed", fromX, fromY, 1);
    mouse("mouseMoved", (fromX + toX) / 2, (fromY + toY) / 2, 1);
    mouse("mouseMoved", toX, toY, 1);
    mouse("mouseReleased", toX, toY, 0);
    return this;
  }

  private void mouse(String type, double x, double y, int buttons) {
    ObjectNode event = Browser.JSON.createObjectNode().put("type", type).put("x", x).put("y", y);
    call(
        "Input.dispatchMouseEvent",
        event.put("button", "left").put("buttons", buttons).put("clickCount", 1));
  }

  /** A picture of the whole page. */
  void screenshot(Path file) throws IOException {
    ObjectNode how =
        Browser.JSON.createObjectNode().put("format", "png").put("captureBeyondViewport", true);
    String data = call("Page.captureScreenshot", how).get("data").asString();
    Files.write(file, Base64.getDecoder().decode(data));
  }

  private JsonNode call(String method, ObjectNode parameters) {
    return browser.call(session, method, parameters);
  }

  static String text(String any) {
    return Browser.JSON.writeValueAsString(any);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    browser.forget(this, session, target);
  }
}

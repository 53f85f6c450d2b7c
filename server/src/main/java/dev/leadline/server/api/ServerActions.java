package dev.leadline.server.api;

import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.route.Answer;
import dev.leadline.server.route.Call;
import dev.leadline.server.route.Caller;
import dev.leadline.server.route.Status;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.token.Token;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What can be asked of the server itself. */
final class ServerActions {

  private final OpenStudies open;
  private final Metrics metrics;
  private final PageFiles page = new PageFiles();

  ServerActions(OpenStudies open, Metrics metrics) {
    this.open = open;
    this.metrics = metrics;
  }

  /** The process runs. */
  Answer health(Call call) {
    return status("ok");
  }

  /** The store answers, too. */
  Answer ready(Call call) {
    try {
      open.studies().find("ready");
      return status("ready");
    } catch (StorageException e) {
      throw Status.SERVICE_UNAVAILABLE.problem("the studies cannot be reached; try again later");
    }
  }

  Answer metrics(Call call) {
    return Answer.text("text/plain; version=0.0.4; charset=utf-8", metrics.text());
  }

  Answer me(Call call) {
    Caller caller = call.caller();
    ObjectNode me = JsonNodeFactory.instance.objectNode();
    me.put("name", caller.name());
    me.put("role", caller.role().word());
    caller
        .token()
        .flatMap(Token::expires)
        .ifPresent(moment -> me.put("expires", moment.toString()));
    return Answer.of(me.put("tokens", caller.token().isPresent()));
  }

  Answer index(Call call) {
    return page.file("index.html");
  }

  Answer file(Call call) {
    return page.file(call.part("file"));
  }

  private static Answer status(String word) {
    return Answer.of(JsonNodeFactory.instance.objectNode().put("status", word));
  }
}

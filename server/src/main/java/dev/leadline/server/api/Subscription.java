package dev.leadline.server.api;

import dev.leadline.server.json.StudyDocument;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.open.OpenStudy;
import dev.leadline.server.open.StudyState;
import dev.leadline.server.route.EventSource.Listener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What one listener has been told. Thread-safe; tells one thing at a time. */
final class Subscription {

  private static final int TICKS_PER_SIGN_OF_LIFE = 60;

  private final OpenStudies open;
  private final Optional<String> only;
  private final Listener listener;
  private final Map<String, Long> seen = new HashMap<>();
  private final ReentrantLock telling = new ReentrantLock();
  private int quiet;
  private volatile boolean over;

  /**
   * @param only the one study that matters; all if empty
   * @param since what the listener has seen of it
   */
  Subscription(OpenStudies open, Optional<String> only, OptionalLong since, Listener listener) {
    this.open = open;
    this.only = only;
    this.listener = listener;
    if (only.isPresent() && since.isPresent()) {
      seen.put(only.get(), since.getAsLong());
    }
  }

  /** Tells what is new; returns at once if it is still being told. */
  void tell() {
    if (over || !telling.tryLock()) {
      return;
    }
    try {
      if (listener.isGone()) {
        end();
        return;
      }
      Set<String> gone = new HashSet<>(seen.keySet());
      for (StudyState state : states()) {
        gone.remove(state.name());
        tell(state);
      }
      gone.forEach(this::deleted);
      if (++quiet >= TICKS_PER_SIGN_OF_LIFE) {
        quiet = 0;
        listener.alive();
      }
    } catch (RuntimeException e) {
      end(); // the listener is gone or the store cannot be read: the client comes back
    } finally {
      telling.unlock();
    }
  }

  boolean isOver() {
    return over;
  }

  void end() {
    over = true;
    listener.end();
  }

  private List<StudyState> states() {
    if (only.isEmpty()) {
      return open.all();
    }
    open.closeIfDeleted(only.get());
    return open.find(only.get()).map(OpenStudy::look).stream().toList();
  }

  private void tell(StudyState state) {
    Long last = seen.get(state.name());
    if (last != null && last == state.change()) {
      return;
    }
    String id = Long.toString(state.change());
    if (last != null) {
      for (JsonNode trial : StudyDocument.trials(state, last)) {
        event(id, "trial", state.name(), trial);
      }
    }
    event(id, "study", state.name(), StudyDocument.summary(state));
    seen.put(state.name(), state.change());
  }

  private void deleted(String name) {
    seen.remove(name);
    listener.event(
        "0", "deleted", JsonNodeFactory.instance.objectNode().put("name", name).toString());
    if (only.isPresent()) {
      end();
    }
  }

  /** To those who listen to all studies every event names its study. */
  private void event(String id, String kind, String study, JsonNode data) {
    quiet = 0;
    if (only.isPresent()) {
      listener.event(id, kind, data.toString());
      return;
    }
    ObjectNode named = JsonNodeFactory.instance.objectNode().put("study", study);
    named.set(kind.equals("study") ? "summary" : kind, data);
    listener.event(id, kind, named.toString());
  }
}

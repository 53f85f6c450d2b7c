package dev.leadline.server.open;

import dev.leadline.search.Candidates;
import dev.leadline.search.Evidence;
import dev.leadline.search.Strategy;
import dev.leadline.search.Suggester;
import dev.leadline.search.Suggestion;
import dev.leadline.search.TrialRandom;
import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A strategy that is loaded when somebody asks: who only looks at a study needs none. Thread-safe.
 */
final class LazyStrategy implements Strategy {

  private final Supplier<Strategy> loader;
  private @Nullable Strategy loaded;
  private volatile boolean isEnded;

  LazyStrategy(Supplier<Strategy> loader) {
    this.loader = loader;
  }

  @Override
  public Suggestion suggest(Candidates candidates, Evidence known, TrialRandom random) {
    return loaded().suggest(candidates, known, random);
  }

  @Override
  public Optional<Suggester> suggester(int dimensions) {
    return loaded().suggester(dimensions);
  }

  @Override
  public Optional<String> substitution(int dimensions) {
    return loaded().substitution(dimensions);
  }

  /** Frees what was loaded; it is loaded again when it is needed. Nobody may be asking. */
  synchronized void unload() {
    if (loaded != null) {
      loaded.close();
      loaded = null;
    }
  }

  /** Lets whoever computes with it come to an end soon: nobody will look at the result. */
  void end() {
    isEnded = true;
  }

  @Override
  public void close() {
    unload();
  }

  /** Says that the study is no longer open here. */
  static ProblemException closing() {
    return Status.SERVICE_UNAVAILABLE.problem("the study is being closed; try again later");
  }

  private synchronized Strategy loaded() {
    if (isEnded) {
      throw closing();
    }
    if (loaded == null) {
      loaded = loader.get();
    }
    return loaded;
  }
}

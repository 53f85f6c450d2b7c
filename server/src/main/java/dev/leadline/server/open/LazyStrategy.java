package dev.leadline.server.open;

import dev.leadline.server.route.ProblemException;
import dev.leadline.server.route.Status;
import dev.leadline.study.Strategy;
import dev.leadline.suggest.Candidates;
import dev.leadline.suggest.GoalSearch;
import dev.leadline.suggest.History;
import dev.leadline.suggest.LimitedRule;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Streams;
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
  public Step start(Candidates candidates, History history, Streams streams) {
    return loaded().start(candidates, history, streams);
  }

  @Override
  public Optional<Model> model(int dimensions) {
    return loaded().model(dimensions);
  }

  @Override
  public Optional<LimitedRule> limited(int dimensions) {
    return loaded().limited(dimensions);
  }

  @Override
  public Optional<GoalSearch> goals(int dimensions) {
    return loaded().goals(dimensions);
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
    return new ProblemException(
        Status.SERVICE_UNAVAILABLE, "the study is being closed; try again later");
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

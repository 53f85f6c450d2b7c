package dev.leadline.app.execute;

import dev.leadline.client.RemoteStudy;
import dev.leadline.client.ServerException;
import dev.leadline.space.Configuration;
import dev.leadline.storage.RefusedException;
import dev.leadline.storage.SharedStudy;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.Worker;
import dev.leadline.storage.problem.Problem;
import dev.leadline.storage.problem.SpaceFile;
import dev.leadline.study.Measurements;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Trial;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The study of a server as a worker sees it; what goes wrong is said as studies elsewhere say it.
 */
public final class ServedStudy implements SharedStudy {

  private static final Logger LOG = System.getLogger("dev.leadline.app");
  private static final Duration BETWEEN_OUTPUT = Duration.ofSeconds(1);

  private final URI address;
  private final RemoteStudy study;
  private final Map<Integer, OutputTail> printing = new ConcurrentHashMap<>();
  private long passedOnNanos = System.nanoTime();
  private List<Trial> trials = List.of();

  private ServedStudy(URI address, RemoteStudy study) {
    this.address = address;
    this.study = study;
  }

  /** Opens it; a server that asks for a token gets the one in {@code LEADLINE_TOKEN}. */
  public static ServedStudy open(String text, Map<String, String> environment, Duration patience) {
    URI address;
    try {
      address = new URI(text);
    } catch (URISyntaxException e) {
      throw new RefusedException("expected http://SERVER:PORT/NAME but got '%s'".formatted(text));
    }
    Worker self = Worker.self();
    Optional<String> token = Optional.ofNullable(environment.get("LEADLINE_TOKEN"));
    String worker = "%s/%d".formatted(self.host(), self.pid());
    ServedStudy served =
        new ServedStudy(address, said(() -> RemoteStudy.open(address, token, worker, patience)));
    served.learn();
    return served;
  }

  @Override
  public Problem problem() {
    return SpaceFile.parse(name(), said(study::space), Optional.empty());
  }

  public OptionalInt budget() {
    return said(study::budget);
  }

  /** Where its trials put their output here. */
  public Path path() {
    String path = address.getPath();
    return Path.of("leadline-studies", path.substring(path.lastIndexOf('/') + 1));
  }

  @Override
  public String name() {
    return address.toString();
  }

  @Override
  public String token() {
    return study.lease();
  }

  @Override
  public Trial ask() {
    return said(study::ask);
  }

  @Override
  public void tell(int trial, double value, Measurements further) {
    endOutput(trial);
    done(() -> study.tell(trial, value, further));
  }

  @Override
  public boolean report(int trial, int step, double value) {
    boolean goesOn = said(() -> study.report(trial, step, value));
    if (!goesOn) {
      endOutput(trial);
      learn();
    }
    return goesOn;
  }

  @Override
  public void fail(int trial, String reason) {
    endOutput(trial);
    done(() -> study.fail(trial, reason));
  }

  @Override
  public int observe(Configuration configuration, double value, Measurements further) {
    return said(() -> study.observe(configuration, value, further));
  }

  /** All of the output stays with its worker; its end is passed on. */
  @Override
  public void output(int trial, String directory) {
    printing.put(trial, new OutputTail(path().resolveSibling(directory)));
  }

  private void endOutput(int trial) {
    OutputTail tail = printing.remove(trial);
    if (tail != null) {
      passOn(trial, tail);
    }
  }

  /** What cannot be passed on waits for the next time: the trial can do without it. */
  private void passOn(int trial, OutputTail tail) {
    try {
      String text = tail.waiting();
      if (!text.isEmpty()) {
        String place = Worker.self().host() + ":" + tail.directory().toAbsolutePath();
        study.print(trial, place, tail.start(), text);
        tail.passed(text.length());
      }
    } catch (IOException | ServerException e) {
      LOG.log(Level.DEBUG, "the output of trial " + trial + " waits", e);
    }
  }

  @Override
  public synchronized void learn() {
    if (System.nanoTime() - passedOnNanos > BETWEEN_OUTPUT.toNanos()) {
      passedOnNanos = System.nanoTime();
      printing.forEach(this::passOn);
    }
    trials = said(study::trials);
  }

  @Override
  public synchronized List<Trial> trials() {
    return trials;
  }

  @Override
  public Optional<Trial> best() {
    return said(study::best);
  }

  @Override
  public Optional<Recommendation> recommend() {
    return said(study::recommend);
  }

  @Override
  public void onLost(Consumer<Set<Integer>> listener) {
    study.onLost(
        lost -> {
          printing.keySet().removeAll(lost);
          listener.accept(lost);
        });
  }

  @Override
  public void close() {
    done(study::close);
  }

  private void done(Runnable work) {
    Object unused =
        said(
            () -> {
              work.run();
              return work;
            });
    learn();
  }

  private static <T> T said(Supplier<T> work) {
    try {
      return work.get();
    } catch (ServerException e) {
      String sentence = String.valueOf(e.getMessage());
      throw switch (e.status()) {
        case 0, 429, 502, 503, 504 -> StorageException.unreachable(sentence);
        default -> new RefusedException(sentence);
      };
    }
  }
}

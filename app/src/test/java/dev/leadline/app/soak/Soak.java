package dev.leadline.app.soak;

import dev.leadline.space.Space;
import dev.leadline.storage.Budget;
import dev.leadline.storage.Session;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.Studies;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.StudySetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** One study under many workers that are killed at random. For one thread. */
final class Soak {

  /* The evaluated program holds a lock of the operating system as long as it or anything it started
  lives. Who cannot get the lock of its trial is evaluated beside another, which must not be. */

  private static final String STUDY = "soak";
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration SHORTEST_LIFE = Duration.ofSeconds(3); // on average
  private static final Duration LONGEST_END = Duration.ofMinutes(3);
  private static final String SCRIPT =
      """
      exec 9> "locks/$1"
      flock -n 9 || echo "$1" >> twice
      echo "$1" >> begun
      if [ "$3" = 13 ]; then sleep 7; else sleep "$(($3 / 10)).$(($3 % 10))"; fi
      echo "$2"
      """;

  private final SoakStore store;
  private final List<String> program;
  private final Path directory;
  private final RandomGenerator random;
  private final Set<Integer> reported = new ConcurrentSkipListSet<>();
  private final List<SoakWorker> workers = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final int crew;
  private int kills;
  private int killsWithPrograms;
  private int restarts;
  private int budget;

  /**
   * @param program the words that start leadline
   * @param directory an empty one
   * @param crew how many workers there are at any time
   */
  Soak(SoakStore store, List<String> program, Path directory, int crew, RandomGenerator random)
      throws IOException {
    this.store = store;
    this.program = program;
    this.directory = directory;
    this.crew = crew;
    this.random = random;
    this.budget = 4 * crew;
    Files.createDirectories(directory.resolve("locks"));
    Files.writeString(directory.resolve("trial.sh"), SCRIPT);
  }

  /**
   * Disturbs the study for some time and then lets it end.
   *
   * @param leastKills it takes longer if the machine starts workers too slowly for so many
   */
  SoakTable run(Duration time, int leastKills) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    try (Studies studies = StudyLocation.studies(store.location(), Session.usual())) {
      Space space = Space.builder().real("x", 0, 1).integer("length", 2, 20).build();
      studies.create(
          STUDY,
          StudySetup.minimise(space)
              .strategy("sobol")
              .evaluatedElsewhere()
              .budget(budget)
              .header());
      try {
        while (workers.size() < crew) {
          workers.add(start());
        }
        disturb(studies, begin, time, leastKills);
        awaitEnd();
        return judge(studies, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
      } finally {
        for (SoakWorker worker : workers) {
          worker.kill(true);
        }
      }
    }
  }

  private void disturb(Studies studies, long begin, Duration time, int leastKills)
      throws IOException, InterruptedException {
    long pause = Math.max(time.toMillis() / (leastKills + 1), SHORTEST_LIFE.toMillis() / crew);
    while (System.nanoTime() - begin < time.toNanos()
        || kills < leastKills
        || restarts < store.restarts()) {
      TimeUnit.MILLISECONDS.sleep(1 + random.nextLong(2 * pause));
      replace(random.nextInt(workers.size()), random.nextBoolean());
      replaceTheFinished();
      long part = (System.nanoTime() - begin) * (store.restarts() + 1) / time.toNanos();
      if (part > restarts && restarts < store.restarts()) {
        store.restart();
        restarts++;
      }
      giveMore(studies);
    }
  }

  private void replace(int index, boolean withPrograms) throws IOException, InterruptedException {
    workers.get(index).kill(withPrograms);
    kills++;
    killsWithPrograms += withPrograms ? 1 : 0;
    workers.set(index, start());
  }

  /** Workers end by themselves only when there is nothing left to do. */
  private void replaceTheFinished() throws IOException {
    for (int i = 0; i < workers.size(); i++) {
      SoakWorker worker = workers.get(i);
      if (!worker.isAlive()) {
        noteEnd(worker);
        workers.set(i, start());
      }
    }
  }

  private void noteEnd(SoakWorker worker) {
    if (worker.code() != 0) {
      faults.add("a worker ended with %d: %s".formatted(worker.code(), worker.said()));
    }
  }

  /** Lets the budget run ahead of what is done, so that there is work until the end. */
  private void giveMore(Studies studies) throws InterruptedException {
    int trials = patiently(() -> studies.read(STUDY).trials().size());
    if (trials > budget) {
      faults.add("there are %d trials of a budget of %d".formatted(trials, budget));
    }
    if (trials > budget - crew) {
      budget += 2 * crew;
      patiently(
          () -> {
            studies.setBudget(STUDY, Optional.of(new Budget(budget, Budget.Counting.ALL)));
            return true;
          });
    }
  }

  /** All workers end by themselves, however much was killed before. */
  private void awaitEnd() throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    for (SoakWorker worker : workers) {
      while (worker.isAlive() && System.nanoTime() < deadline) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
      if (worker.isAlive()) {
        faults.add("stuck: a worker still waits: " + worker.said());
      } else {
        noteEnd(worker);
      }
    }
  }

  private SoakTable judge(Studies studies, long seconds) throws IOException, InterruptedException {
    List<StoredTrial> trials = patiently(() -> studies.read(STUDY).trials());
    if (trials.size() != budget) {
      faults.add("expected %d trials but there are %d".formatted(budget, trials.size()));
    }
    for (StoredTrial trial : trials) {
      boolean isRight =
          trial.state() == StoredState.DONE
              && trial.valueOrNaN() == Double.parseDouble(trial.settings().get("x"));
      if (!isRight) {
        faults.add(
            "trial %d %s and is %s"
                .formatted(
                    trial.number(),
                    reported.contains(trial.number()) ? "was reported" : "was not reported",
                    trial));
      }
    }
    lines("twice")
        .forEach(trial -> faults.add("trial %s was evaluated twice at a time".formatted(trial)));
    return new SoakTable(
        store.name(),
        crew,
        seconds,
        kills,
        killsWithPrograms,
        restarts,
        budget,
        trials.size(),
        lines("begun").size(),
        reported.size(),
        faults);
  }

  private SoakWorker start() throws IOException {
    List<String> command = new ArrayList<>(program);
    command.addAll(
        List.of(
            "work",
            store.workplace() + "/" + STUDY,
            "--patience",
            PATIENCE.toSeconds() + "s",
            "--",
            "sh",
            "trial.sh",
            "{trial}",
            "{x}",
            "{length}"));
    return new SoakWorker(new ProcessBuilder(command).directory(directory.toFile()), reported);
  }

  private List<String> lines(String file) throws IOException {
    Path path = directory.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  /** The soak's own look at the study waits for a database that is restarted. */
  private static <T> T patiently(Supplier<T> look) throws InterruptedException {
    for (int i = 0; ; i++) {
      try {
        return look.get();
      } catch (StorageException e) {
        if (!e.isUnreachable() || i == 100) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(200);
      }
    }
  }
}

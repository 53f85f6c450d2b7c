package dev.leadline.app.torture;

import dev.leadline.storage.StoredState;
import dev.leadline.storage.StoredTrial;
import dev.leadline.storage.StudyFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Two or three processes on one study that are killed: every trial they reported must be kept with
 * its value, whatever number that is, and none may be ended by another process.
 */
final class KilledCrowd implements Attack {

  /** Long enough that a process hears of what others do with its trials. */
  private static final long WORK_MICROS = 3_000_000;

  private static final int MOST_TRIALS = 400;
  private static final int VALUES = 40;
  private static final List<Integer> PARALLEL = List.of(1, 2, 8);
  private static final Pattern REPORTED = Pattern.compile("trial (\\d+): .*");

  private final Program program;
  private final Path directory;
  private final Set<Integer> reported = new ConcurrentSkipListSet<>();
  private int studies;
  private List<String> values = List.of();

  KilledCrowd(Program program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  @Override
  public void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    if (values.isEmpty() || reported.size() > MOST_TRIALS) {
      reported.clear();
      studies++;
      values =
          Stream.generate(() -> Double.toString(AnyDouble.of(random)))
              .distinct()
              .limit(VALUES)
              .toList();
    }
    tune(random, tally);
    judge(tally);
  }

  private Path study() {
    return directory.resolve("crowd-%d.db".formatted(studies));
  }

  private void tune(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    List<Process> processes = new ArrayList<>();
    List<Killer> killers = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    List<String> said = new CopyOnWriteArrayList<>();
    int count = 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      boolean isWorker = Files.exists(study()) && random.nextBoolean();
      Process process = program.startMerged(directory, command(isWorker, random));
      Killer killer = new Killer(process, random, WORK_MICROS);
      Thread reader = new Thread(() -> read(process, killer, said), "crowd-reader");
      reader.start();
      processes.add(process);
      killers.add(killer);
      readers.add(reader);
    }
    for (int i = 0; i < processes.size(); i++) {
      if (killers.get(i).finish()) {
        tally.add(Tally.Count.KILLS, 1);
      } else if (processes.get(i).exitValue() != 3
          || said.stream().noneMatch(line -> line.contains("no study"))) {
        tally.fault(Tally.Count.WRONG, "one of a crowd ended by itself: " + said);
      } // else a worker was faster than the run that makes the study
      readers.get(i).join();
    }
  }

  private List<String> command(boolean isWorker, RandomGenerator random) {
    List<String> words = new ArrayList<>();
    if (isWorker) {
      words.addAll(List.of("work", study().getFileName().toString()));
    } else {
      words.addAll(List.of("run", "--strategy", "random", "--trials", "1000000"));
      words.addAll(List.of("--study", study().getFileName().toString()));
      words.addAll(List.of("--param", "x=real:0..1"));
      words.addAll(List.of("--param", "v=choice:" + String.join(",", values)));
    }
    words.addAll(List.of("--parallel", PARALLEL.get(random.nextInt(3)).toString()));
    words.addAll(List.of("--", "sh", "-c", "sleep 0.$(({trial} % 9)); echo {v}"));
    return words;
  }

  private void read(Process process, Killer killer, List<String> said) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher trial = REPORTED.matcher(line);
        if (trial.matches()) {
          reported.add(Integer.valueOf(trial.group(1)));
          killer.sawLife();
        } else {
          said.add(line);
        }
      }
    } catch (IOException e) {
      // Killed while it wrote, which is the point.
    }
  }

  private void judge(Tally tally) {
    if (!Files.exists(study())) {
      return; // all were killed before one of them made it
    }
    List<StoredTrial> trials = StudyFile.read(study()).trials();
    for (int number : reported) {
      StoredTrial trial = trials.get(number);
      if (trial.state() != StoredState.DONE) {
        tally.fault(Tally.Count.LOST, "a trial was reported and is " + trial);
      }
    }
    for (StoredTrial trial : trials) {
      // The program prints its setting; 0.0 stands for -0.0, too.
      boolean isRight =
          trial.state() != StoredState.DONE
              || Double.valueOf(trial.valueOrNaN())
                  .equals(Double.parseDouble(trial.settings().get("v")) + 0.0);
      if (!isRight) {
        tally.fault(Tally.Count.WRONG, "a trial has another value than it printed: " + trial);
      }
      if (trial.state() == StoredState.FAILED && !trial.reasonOrEmpty().contains("leadline died")) {
        tally.fault(Tally.Count.ENDED, "a trial was ended by another process: " + trial);
      }
    }
  }
}

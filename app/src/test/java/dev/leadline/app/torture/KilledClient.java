package dev.leadline.app.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A client of {@code ask-tell} that kills it and goes on: what was confirmed must be kept. */
final class KilledClient implements Attack {

  private static final int KILLS = 6;
  private static final int MOST_TRIALS = 400;
  private static final Pattern TRIAL = Pattern.compile("\"trial\":(\\d+)");

  private final Program program;
  private final Path directory;
  private final Map<Integer, Double> told = new HashMap<>();
  private final TreeSet<Integer> open = new TreeSet<>();
  private int studies;

  KilledClient(Program program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  @Override
  public void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    if (told.size() > MOST_TRIALS) {
      told.clear();
      open.clear();
      studies++;
    }
    for (int i = 0; i < KILLS; i++) {
      converse(random, tally);
      tally.add(Tally.Count.KILLS, 1);
    }
    Shown shown = Shown.of(program, directory, study());
    told.forEach(
        (number, value) -> {
          if (!shown.value(number).equals(Optional.of(value))) {
            tally.fault(
                Tally.Count.LOST,
                "trial %d of %s was told %s and is %s"
                    .formatted(number, study(), value, shown.value(number)));
          }
        });
  }

  private String study() {
    return "client-%d.db".formatted(studies);
  }

  private void converse(RandomGenerator random, Tally tally)
      throws IOException, InterruptedException {
    Process process =
        program.start(
            directory,
            List.of(
                "ask-tell", "--strategy", "random", "--param", "x=real:0..1", "--study", study()));
    Killer killer = new Killer(process, random);
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        OutputStream requests = process.getOutputStream()) {
      while (step(random, requests, answers, tally)) {
        killer.sawLife();
      }
    } catch (IOException e) {
      // Killed in the middle of a request, which is the point.
    }
    if (!killer.finish()) {
      tally.fault(
          Tally.Count.WRONG,
          "ask-tell ended by itself: " + Program.text(directory.resolve("err")).strip());
    }
  }

  /** One request and its answer; false at the end of the answers. */
  private boolean step(
      RandomGenerator random, OutputStream requests, BufferedReader answers, Tally tally)
      throws IOException {
    // A client may tell what it was asked before the kill; it knows best.
    if (open.isEmpty() || random.nextInt(3) == 0) {
      String answer = exchange(requests, answers, "{\"ask\":1}");
      Matcher trial = TRIAL.matcher(answer == null ? "" : answer);
      if (answer != null && !trial.find()) {
        tally.fault(Tally.Count.WRONG, "an ask was answered by " + answer);
      } else if (answer != null) {
        open.add(Integer.valueOf(trial.group(1)));
      }
      return answer != null;
    }
    int number = open.first();
    open.remove(number); // from here on it may have been told, even where no answer comes
    double value = AnyDouble.of(random);
    String answer =
        exchange(requests, answers, "{\"tell\":%d,\"value\":%s}".formatted(number, value));
    if (answer != null && answer.contains("\"ok\":true")) {
      told.put(number, value + 0.0); // -0.0 is kept as 0.0
    } else if (answer != null && !answer.contains("has its result already")) {
      tally.fault(Tally.Count.WRONG, "the tell of trial %d: %s".formatted(number, answer));
    }
    return answer != null;
  }

  private static @Nullable String exchange(
      OutputStream requests, BufferedReader answers, String request) throws IOException {
    requests.write((request + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
    return answers.readLine();
  }
}

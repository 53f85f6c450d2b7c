package dev.leadline.app.torture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code run} that is killed and resumed: every trial it reported must be kept with its value.
 */
final class KilledRun implements Attack {

  private static final int KILLS = 6;
  private static final int MOST_TRIALS = 400;
  private static final Pattern REPORTED = Pattern.compile("trial (\\d+): .*");

  private final Program program;
  private final Path directory;
  private final Set<Integer> reported = new TreeSet<>();
  private int studies;

  KilledRun(Program program, Path directory) {
    this.program = program;
    this.directory = directory;
  }

  @Override
  public void round(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    if (reported.size() > MOST_TRIALS) {
      reported.clear();
      studies++;
    }
    for (int i = 0; i < KILLS; i++) {
      tune(random, tally);
      tally.add(Tally.Count.KILLS, 1);
    }
    Shown shown = Shown.of(program, directory, study());
    for (int number : reported) {
      // The program prints its setting, so that a value in the wrong place shows.
      if (shown.value(number).isEmpty() || !shown.value(number).equals(shown.setting(number))) {
        tally.fault(
            Tally.Count.LOST,
            "trial %d of %s was reported and is %s"
                .formatted(number, study(), shown.rows().get(number)));
      }
    }
  }

  private String study() {
    return "run-%d.db".formatted(studies);
  }

  private void tune(RandomGenerator random, Tally tally) throws IOException, InterruptedException {
    Process process =
        program.startMerged(
            directory,
            List.of(
                "run",
                "--strategy",
                "random",
                "--param",
                "x=real:0..1",
                "--study",
                study(),
                "--trials",
                "1000000",
                "--parallel",
                Integer.toString(1 + random.nextInt(3)),
                "--",
                "echo",
                "{x}"));
    Killer killer = new Killer(process, random);
    StringBuilder said = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher trial = REPORTED.matcher(line);
        if (trial.matches()) {
          reported.add(Integer.valueOf(trial.group(1)));
          killer.sawLife();
        } else {
          said.append(line).append(' ');
        }
      }
    } catch (IOException e) {
      // Killed while it wrote, which is the point.
    }
    if (!killer.finish()) {
      tally.fault(Tally.Count.WRONG, "run ended by itself: " + said);
    }
  }
}

package dev.leadline.app.commands;

import dev.leadline.app.execute.ServedStudy;
import dev.leadline.app.exit.UserError;
import dev.leadline.storage.RelatedSource;
import dev.leadline.storage.RelatedText;
import dev.leadline.storage.StorageException;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudyLocation;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.RelatedStudy;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option that names earlier studies to learn from. */
final class RelatedOption {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Option(
      names = "--related",
      paramLabel = "STUDY",
      description =
          "Learn from an earlier study of a like problem, as far as it turns out to be alike:"
              + " FILE.db, FILE.csv, postgresql://HOST/DATABASE/NAME or http://SERVER:PORT/NAME;"
              + " repeat for more.")
  private List<String> sources = new ArrayList<>();

  boolean isGiven() {
    return !sources.isEmpty();
  }

  /**
   * Reads the earlier studies.
   *
   * @param further what the space file names besides
   * @param own the study that is to learn; those that it keeps already are not read again
   * @throws IllegalArgumentException if nothing can be learnt from one, with a sentence why
   * @throws StorageException if one cannot be read
   */
  List<RelatedStudy> read(Problem problem, List<String> further, Optional<StudyLocation> own) {
    List<String> all = Stream.concat(further.stream(), sources.stream()).distinct().toList();
    if (all.size() > RelatedStudy.MOST) {
      throw UserError.usage(
          "expected at most %d earlier studies but got %d; keep the most alike"
              .formatted(RelatedStudy.MOST, all.size()));
    }
    Set<String> kept = all.isEmpty() ? Set.of() : own.map(RelatedOption::kept).orElse(Set.of());
    List<RelatedStudy> studies = new ArrayList<>();
    for (String source : all) {
      if (!kept.contains(name(source))) {
        RelatedStudy study = read(source, problem, own);
        study.match(problem.space(), problem.wanted());
        studies.add(study);
      }
    }
    return studies;
  }

  private static RelatedStudy read(String source, Problem problem, Optional<StudyLocation> own) {
    if (source.toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return RelatedSource.ofTable(name(source), Path.of(source), problem);
    }
    if (isServed(source)) {
      try (ServedStudy served = ServedStudy.open(source, System.getenv(), PATIENCE)) {
        return RelatedSource.of(name(source), served.problem(), served.trials());
      }
    }
    StudyLocation location = StudyLocation.parse(source);
    if (own.map(RelatedOption::place).filter(place(location)::equals).isPresent()) {
      throw UserError.usage(
          "expected an earlier study but '%s' is the study itself; leave it out"
              .formatted(location));
    }
    return RelatedSource.of(name(source), location.read());
  }

  private static Path place(StudyLocation location) {
    return location.ownPath().toAbsolutePath().normalize();
  }

  private static boolean isServed(String source) {
    return source.matches("https?:.*");
  }

  /** What a source is called: as it is written, without a password and the end of a file's name. */
  private static String name(String source) {
    String place = isServed(source) ? source : StudyLocation.parse(source).toString();
    return place.replaceFirst("(?i)(?<=.)\\.(db|csv)$", "");
  }

  /** The names of what a study learns from already; none if it is not there yet. */
  private static Set<String> kept(StudyLocation own) {
    try {
      return RelatedText.all(own.read().attachments()).stream()
          .map(RelatedStudy::name)
          .collect(Collectors.toSet());
    } catch (StorageException e) {
      return Set.of(); // whoever opens it says what is wrong with it
    }
  }

  /** Says what was matched, what was not and why. */
  static void announce(StoredStudy study, PrintWriter out) {
    study.relatives().forEach(one -> out.println("note: learns from " + one.matched()));
  }
}

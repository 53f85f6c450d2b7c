package dev.leadline.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.server.Description;
import dev.leadline.server.open.StudyState;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import dev.leadline.storage.KnownResult;
import dev.leadline.storage.KnownResults;
import dev.leadline.storage.StoredStudy;
import dev.leadline.storage.StudySetup;
import dev.leadline.storage.StudySnapshot;
import dev.leadline.storage.StudyStore;
import dev.leadline.storage.problem.Problem;
import dev.leadline.study.Direction;
import dev.leadline.study.Goal;
import dev.leadline.study.Goals;
import dev.leadline.study.Limit;
import dev.leadline.study.Measurements;
import dev.leadline.study.Recommendation;
import dev.leadline.study.Strategies;
import dev.leadline.study.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StudyExportTest {

  /** Names that stand, or once stood, in the first line of every table, and ordinary ones. */
  private static final List<String> NAMES =
      List.of(
          "trial state value front reason attempts created finished seconds output curve x y"
              .split(" "));

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "a,b",
          "\"",
          "\"\"",
          "line\nbreak",
          "cr\rlf\r\n",
          "=1+1",
          "'=1",
          "-5",
          "NaN",
          "running",
          "queued",
          "1.50",
          "\t",
          "\uFEFF",
          "\uD83D\uDE00",
          ".value",
          "é, \"x\"\n");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void table_isReadBackAsTheStudyItself(int seed) {
    tablesAreReadBack(seed, 25);
  }

  /** The schema is published, and so are the columns. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void exports_areAsTheirSchemasSay(int seed) throws Exception {
    Path schemas = Path.of("..", "docs", "schemas");
    Description schema =
        new Description(JsonMapper.shared().readTree(schemas.resolve("study.json").toFile()));
    String columns = Files.readString(schemas.resolve("README.md"));
    Random random = new Random(seed);
    for (int i = 0; i < 25; i++) {
      Problem problem = problem(random);
      StudySnapshot study = study(problem, random);
      StudyState state = StudyState.of("study", study);
      Optional<Trial> best = state.best().flatMap(trial -> trial.record(problem.space()));
      JsonNode json =
          StudyExport.json(
              "study",
              study,
              problem,
              best,
              best.map(trial -> new Recommendation(trial.number(), trial.configuration(), 1, 0, 2)),
              trial -> Optional.of("echo " + trial));
      schema.check("study", schema.document(), json);
      String heading = StudyExport.csv(study, CsvForm.EXACT).get(0);
      for (Matcher own = Pattern.compile("(?<=^|,)\\.[a-z]+").matcher(heading); own.find(); ) {
        assertThat(columns).contains("`" + own.group());
      }
    }
  }

  @Test
  @Tag("slow")
  void manyTables_areReadBackAsTheStudyItself() {
    tablesAreReadBack(0, 20_000);
  }

  private static void tablesAreReadBack(int seed, int studies) {
    Random random = new Random(seed);
    for (int i = 0; i < studies; i++) {
      Problem problem = problem(random);
      StudySnapshot study = study(problem, random);
      String table = String.join("\r\n", StudyExport.csv(study, CsvForm.EXACT)) + "\r\n";
      assertThat(read(KnownResults.ofTable("t.csv", table, problem), problem))
          .as("study %d of seed %d: %s%n%s", i, seed, problem.canonicalText(), table)
          .isEqualTo(read(KnownResults.ofStudy("t.db", study, problem), problem));
    }
  }

  /** What a study takes of results, wherever they stood. */
  private static List<KnownResult> read(List<KnownResult> results, Problem problem) {
    return results.stream()
        .map(
            result -> {
              Measurements wanted = Measurements.none();
              for (String metric : problem.metrics()) {
                OptionalDouble number = result.measurements().get(metric);
                wanted = number.isEmpty() ? wanted : wanted.with(metric, number.getAsDouble());
              }
              return new KnownResult(
                  "", result.settings(), result.value(), wanted, result.reason());
            })
        .toList();
  }

  private static Problem problem(Random random) {
    List<String> names = new ArrayList<>(NAMES);
    Collections.shuffle(names, random);
    SpaceBuilder space = Space.builder().real("z", -1e300, 1e300);
    int parameters = 1 + random.nextInt(5);
    for (String name : names.subList(0, parameters)) {
      switch (random.nextInt(4)) {
        case 0 -> space.integer(name, -9, 9);
        case 1 -> space.flag(name);
        case 2 -> space.ordinal(name, "", "s", "m");
        default -> space.choice(name, options(random));
      }
    }
    if (parameters > 1 && random.nextBoolean()) {
      space.flag("on").when(names.get(0), "on");
    }
    String objective = NAMES.get(random.nextInt(NAMES.size())); // may be that of a parameter
    Direction direction = random.nextBoolean() ? Direction.MINIMISE : Direction.MAXIMISE;
    Problem problem = new Problem(space.build(), direction, objective);
    List<String> free = names.subList(parameters, names.size());
    if (random.nextInt(3) == 0) {
      return problem.with(Goals.of(Goal.minimise(free.get(0)), Goal.maximise("." + free.get(1))));
    }
    for (String metric : free.subList(0, random.nextInt(3))) {
      if (!metric.equals(objective) && !metric.equals(Problem.UNNAMED)) {
        problem = problem.within(Limit.parse(metric + " <= 1"));
      }
    }
    return problem;
  }

  private static String[] options(Random random) {
    Set<String> options = new TreeSet<>(Set.of("a"));
    IntStream.range(0, 3).forEach(i -> options.add(TEXTS.get(random.nextInt(TEXTS.size()))));
    return options.toArray(String[]::new);
  }

  private static StudySnapshot study(Problem problem, Random random) {
    StudyStore store = StudyStore.inMemory(StudySetup.of(problem).header());
    try (StoredStudy study =
        StoredStudy.open(store, StudySetup.of(problem), Strategies.random(), Clock.systemUTC())) {
      for (int i = 0; i < 6; i++) {
        Trial trial = study.ask();
        switch (random.nextInt(5)) {
          case 0 -> study.fail(trial, TEXTS.get(random.nextInt(TEXTS.size())));
          case 1 -> study.report(trial.number(), 1, 0.5); // and still runs
          default -> {
            Measurements measured =
                Measurements.of(NAMES.get(random.nextInt(NAMES.size())), number(random));
            for (String metric : problem.metrics()) {
              measured = measured.with(metric, number(random));
            }
            study.tell(trial, number(random), measured);
          }
        }
      }
      return new StudySnapshot(store.header(), store.trials());
    }
  }

  /** Any finite number, as likely small as large. */
  private static double number(Random random) {
    double number = Double.longBitsToDouble(random.nextLong());
    return Double.isFinite(number) ? number : -0.5;
  }

  @Test
  void emptyOption_differsFromOneThatIsNotThere() {
    Space space =
        Space.builder()
            .flag("on")
            .choice("c", "", "a")
            .choice("d", "", "b")
            .when("d", "on")
            .defaults(Configuration.empty().with("c", "a"))
            .build();
    Problem problem = new Problem(space, Direction.MINIMISE, "loss");
    String table = ".value,on,c,d\n1,true,\"\",\"\"\n2,false,,\n";
    assertThat(KnownResults.ofTable("t.csv", table, problem))
        .extracting(KnownResult::settings)
        .extracting(settings -> space.parse(settings).toString())
        .containsExactly("on=true, c=, d=", "on=false, c=a");
  }

  /** What a spreadsheet would carry out, and what it must go on taking for a number. */
  @Test
  void tableForASpreadsheet_hasNoFormula() {
    assertThat(CsvForm.SPREADSHEET.write("=HYPERLINK(\"http://x\")"))
        .isEqualTo("\"'=HYPERLINK(\"\"http://x\"\")\"");
    for (String text : List.of("+1+1", "@SUM(A1)", "-1+cmd|' /C calc'!A0", "\t=1", "-", "+5")) {
      assertThat(CsvForm.SPREADSHEET.write(text)).isEqualTo("'" + text);
      assertThat(CsvForm.EXACT.write(text)).isEqualTo(text);
    }
    assertThat(CsvForm.SPREADSHEET.write("\r=1")).isEqualTo("\"'\r=1\"");
    for (String text : List.of("-1.5", "-1.0E-5", "7", "g1", "", "a=b", ".value")) {
      assertThat(CsvForm.SPREADSHEET.write(text)).isEqualTo(CsvForm.EXACT.write(text));
    }
  }
}

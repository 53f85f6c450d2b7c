package dev.leadline.paper.report;

import dev.leadline.lab.report.MarkdownTable;
import dev.leadline.lab.report.Results;
import dev.leadline.lab.report.ScoreTable;
import dev.leadline.lab.report.TaskGroup;
import dev.leadline.lab.report.TrainedVariant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The verdicts on the paper's claims as Markdown, from records alone. Used by one thread. */
public final class ClaimTables {

  private static final int MAIN = 100;
  private static final List<Integer> LENGTHS = List.of(50, MAIN, 200);

  private final Results results;
  private final List<Integer> lengths;
  private final int main;

  private ClaimTables(Results results) {
    this.results = results;
    int longest = longest(results);
    List<Integer> reached = LENGTHS.stream().filter(length -> length <= longest).toList();
    lengths = reached.isEmpty() ? List.of(longest) : reached;
    main = Math.min(MAIN, lengths.get(lengths.size() - 1));
  }

  /** How far the longest runs of the paper's variants go. */
  private static int longest(Results results) {
    return results.methods().stream()
        .filter(method -> method.startsWith("pt"))
        .flatMapToInt(
            method -> results.groups().stream().mapToInt(group -> results.lastStep(group, method)))
        .max()
        .orElse(0);
  }

  /** Reads records and renders claims, lengths and scores. */
  public static String of(List<Path> records) {
    return new ClaimTables(Results.read(records)).render();
  }

  private String render() {
    StringBuilder text = new StringBuilder();
    for (boolean half : new boolean[] {false, true}) {
      ClaimTest test = new ClaimTest(results, half);
      MarkdownTable verdicts = verdicts(test);
      if (!verdicts.isEmpty()) {
        text.append(half ? "\n# Half of the candidates anywhere\n" : "# The paper's search\n");
        text.append("\n## Claims at %d evaluations\n\n%s".formatted(main, verdicts));
        text.append("\n## The same at every length\n\n").append(lengths(test));
        MarkdownTable beside = beside(test);
        if (!beside.isEmpty()) {
          text.append("\n## Beside the claims, at %d evaluations\n\n%s".formatted(main, beside));
        }
        text.append("\n## Scores, as they are and capped at 0 by task\n\n").append(scores(half));
      }
    }
    return text.isEmpty()
        ? "no runs of the paper's variants beside what they are tested by\n"
        : text.toString();
  }

  private MarkdownTable verdicts(ClaimTest test) {
    MarkdownTable table =
        new MarkdownTable(4, List.of("inputs", "claim", "verdict", "evidence"), List.of());
    for (TaskGroup group : results.groups()) {
      for (Claim claim : Claim.all()) {
        test.test(claim, group, main)
            .ifPresent(
                evidence ->
                    table.add(
                        List.of(
                            group.label(),
                            words(claim),
                            evidence.verdict().words(evidence.trainings()),
                            words(evidence))));
      }
    }
    return table;
  }

  private MarkdownTable beside(ClaimTest test) {
    MarkdownTable table =
        new MarkdownTable(3, List.of("inputs", "compared", "evidence"), List.of());
    for (TaskGroup group : results.groups()) {
      for (Claim claim : Claim.beside()) {
        test.test(claim, group, main)
            .ifPresent(
                evidence -> table.add(List.of(group.label(), words(claim), words(evidence))));
      }
    }
    return table;
  }

  private static String words(Claim claim) {
    return "%s: %s below %s".formatted(claim.words(), claim.better(), claim.than());
  }

  private static String words(ClaimTest.Evidence e) {
    return String.format(
        Locale.ROOT,
        "log10 regret %+.2f (%+.2f to %+.2f), %d %s, %d tasks; lower in %d runs, higher in %d",
        e.mean(),
        e.low(),
        e.high(),
        e.trainings(),
        e.trainings() == 1 ? "training" : "trainings",
        e.tasks(),
        e.lower(),
        e.higher());
  }

  private MarkdownTable lengths(ClaimTest test) {
    List<String> header = new ArrayList<>(List.of("inputs", "claim"));
    lengths.forEach(length -> header.add("at " + length));
    header.add("at the end");
    MarkdownTable table = new MarkdownTable(2, header, List.of());
    for (TaskGroup group : results.groups()) {
      for (Claim claim : Claim.all()) {
        int last = last(test, claim, group);
        List<String> row = new ArrayList<>(List.of(group.label(), words(claim)));
        for (int length : lengths) {
          row.add(cell(test.test(claim, group, length)));
        }
        row.add(
            last > lengths.get(lengths.size() - 1)
                ? cell(test.test(claim, group, last)) + ", " + last
                : "–");
        if (row.subList(2, row.size()).stream().anyMatch(cell -> !cell.equals("–"))) {
          table.add(row);
        }
      }
    }
    return table;
  }

  /** The last step that the first training of the better method has reached on all tasks. */
  private int last(ClaimTest test, Claim claim, TaskGroup group) {
    return test.trainingsOf(claim.better()).stream()
        .mapToInt(label -> results.lastStep(group, label))
        .findFirst()
        .orElse(0);
  }

  private static String cell(Optional<ClaimTest.Evidence> evidence) {
    return evidence
        .map(
            e ->
                String.format(
                    Locale.ROOT,
                    "%s %+.2f (%+.2f to %+.2f)",
                    e.verdict().words(e.trainings()),
                    e.mean(),
                    e.low(),
                    e.high()))
        .orElse("–");
  }

  private MarkdownTable scores(boolean half) {
    List<String> header = new ArrayList<>(List.of("inputs", "method"));
    lengths.forEach(length -> header.add("at " + length));
    header.add("at the end");
    MarkdownTable table = new MarkdownTable(2, header, List.of());
    ScoreTable scores = new ScoreTable(results);
    for (TaskGroup group : results.groups()) {
      for (String method : results.methods()) {
        boolean searches = TrainedVariant.of(method).halfGlobal();
        int last = results.lastStep(group, method);
        if (searches == half && last > 0) {
          List<String> row = new ArrayList<>(List.of(group.label(), method));
          lengths.forEach(length -> row.add(cell(scores, group, method, length)));
          row.add(
              last > lengths.get(lengths.size() - 1)
                  ? cell(scores, group, method, last) + ", " + last
                  : "–");
          table.add(row);
        }
      }
    }
    return table;
  }

  private static String cell(ScoreTable scores, TaskGroup group, String method, int step) {
    double capped = scores.average(group, method, step).mean();
    return Double.isNaN(capped)
        ? "–"
        : String.format(Locale.ROOT, "%.1f, %.1f", scores.uncapped(group, method, step), capped);
  }
}

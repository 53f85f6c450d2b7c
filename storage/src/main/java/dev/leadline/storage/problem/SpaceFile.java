package dev.leadline.storage.problem;

import dev.leadline.early.EarlyStop;
import dev.leadline.space.Space;
import dev.leadline.study.Direction;
import dev.leadline.study.Limit;
import dev.leadline.study.StopRule;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads what a study is about from a YAML file; every complaint names the file and the line. */
public final class SpaceFile {

  private static final List<String> KEYS =
      List.of(
          "minimise",
          "maximise",
          "reference",
          "parameters",
          "require",
          "limits",
          "start",
          "related",
          "stop",
          "early");

  private final YamlNodes yaml;
  private final SpaceNodes space;

  private SpaceFile(YamlNodes yaml) {
    this.yaml = yaml;
    this.space = new SpaceNodes(yaml);
  }

  /**
   * Reads the file.
   *
   * @param asked the direction that was asked for elsewhere, which the file must not contradict
   * @throws InputException if it cannot be read or is not as expected
   */
  public static StudyDescription describe(Path file, Optional<Direction> asked) {
    try {
      return describe(file.toString(), Files.readString(file), asked);
    } catch (NoSuchFileException e) {
      throw new InputException(file.toString(), "there is no such file; check --space");
    } catch (CharacterCodingException e) {
      throw new InputException(file.toString(), "expected a text file in UTF-8; check --space");
    } catch (IOException e) {
      throw new InputException(file.toString(), "the file cannot be read; check --space");
    }
  }

  /**
   * Reads the text of such a file; JSON is YAML, too.
   *
   * @param name what complaints call it
   * @throws InputException if it is not as expected
   */
  public static StudyDescription describe(String name, String text, Optional<Direction> asked) {
    YamlNodes yaml = new YamlNodes(name);
    return new SpaceFile(yaml).description(yaml.root(text), asked);
  }

  /** The problem alone; see {@link #describe(String, String, Optional)}. */
  public static Problem parse(String name, String text, Optional<Direction> asked) {
    return describe(name, text, asked).problem();
  }

  private StudyDescription description(Node root, Optional<Direction> asked) {
    Map<String, Node> entries =
        inBritish(yaml.mapping(root, "the keys minimise, parameters and require"));
    for (Map.Entry<String, Node> entry : entries.entrySet()) {
      if (!KEYS.contains(entry.getKey())) {
        throw yaml.error(
            entry.getValue(),
            "expected one of %s but got '%s'".formatted(String.join(", ", KEYS), entry.getKey()));
      }
    }
    Problem problem =
        stopped(limited(problem(root, entries, asked), entries.get("limits")), entries.get("stop"));
    Node early = entries.get("early");
    Problem whole =
        early == null
            ? problem
            : yaml.checked(early, () -> problem.endingEarly(Optional.of(early(early))));
    return new StudyDescription(
        whole,
        space.start(entries.get("start"), problem.space()),
        related(entries.get("related")),
        places(entries));
  }

  /** The goals under the keys by which they are known here, if they stand in American spelling. */
  private Map<String, Node> inBritish(Map<String, Node> entries) {
    Map<String, Node> british = new LinkedHashMap<>();
    entries.forEach(
        (key, node) -> {
          String known = key.replaceFirst("^(mini|maxi)mize$", "$1mise");
          if (british.put(known, node) != null) {
            throw yaml.error(
                node,
                "expected '%s' once but got it in two spellings; remove one".formatted(known));
          }
        });
    return british;
  }

  private Problem problem(Node root, Map<String, Node> entries, Optional<Direction> asked) {
    return SeveralGoals.read(yaml, entries, asked)
        .map(
            goals -> {
              Problem one =
                  new Problem(space.read(root, entries), Direction.MINIMISE, Problem.UNNAMED);
              return yaml.checked(SeveralGoals.place(entries), () -> one.with(goals));
            })
        .orElseGet(() -> oneGoal(root, entries, asked));
  }

  private Problem oneGoal(Node root, Map<String, Node> entries, Optional<Direction> asked) {
    Node minimise = entries.get("minimise");
    Node maximise = entries.get("maximise");
    if (minimise != null && maximise != null) {
      throw yaml.error(
          maximise,
          "expected minimise or maximise, not both; remove one, or write two lists for two goals");
    }
    Node objective = maximise == null ? minimise : maximise;
    if (objective == null) {
      return new Problem(
          space.read(root, entries), asked.orElse(Direction.MINIMISE), Problem.UNNAMED);
    }
    Direction direction = maximise == null ? Direction.MINIMISE : Direction.MAXIMISE;
    if (!asked.orElse(direction).equals(direction)) {
      throw yaml.error(
          objective,
          "expected the same goal here as on the command line but the file says %s and the command line --%s; remove one"
              .formatted(word(direction), word(asked.get())));
    }
    String name = yaml.scalar(objective, "the name of the value");
    if (name.isBlank()) {
      throw yaml.error(
          objective, "expected the name of the value but there is none; name it, or leave it out");
    }
    Space whole = space.read(root, entries);
    return yaml.checked(objective, () -> new Problem(whole, direction, name));
  }

  private static String word(Direction direction) {
    return direction.name().toLowerCase(Locale.ROOT);
  }

  private Problem limited(Problem problem, @Nullable Node node) {
    Problem limited = problem;
    for (Node entry : node == null ? List.<Node>of() : yaml.items(node)) {
      String text = yaml.scalar(entry, "a limit in quotes");
      Problem before = limited;
      limited = yaml.checked(entry, () -> before.within(Limit.parse(text)));
    }
    return limited;
  }

  /** Where the metrics of goals and limits stand that were read before. */
  private Map<String, String> places(Map<String, Node> entries) {
    Map<String, String> places = SeveralGoals.places(yaml, entries);
    Node node = entries.get("limits");
    for (Node entry : node == null ? List.<Node>of() : yaml.items(node)) {
      String metric = Limit.parse(yaml.scalar(entry, "a limit in quotes")).metric();
      places.putIfAbsent(metric, yaml.place(entry));
    }
    return places;
  }

  private List<String> related(@Nullable Node node) {
    return node == null
        ? List.of()
        : yaml.items(node).stream()
            .map(entry -> yaml.scalar(entry, "the name of an earlier study"))
            .toList();
  }

  private Problem stopped(Problem problem, @Nullable Node node) {
    Problem stopped = problem;
    for (Node entry : node == null ? List.<Node>of() : yaml.items(node)) {
      String text = yaml.scalar(entry, "a rule in quotes");
      Problem before = stopped;
      stopped = yaml.checked(entry, () -> before.until(StopRule.parse(text)));
    }
    return stopped;
  }

  /** A rule alone, or a mapping of it and its numbers. */
  private EarlyStop early(Node node) {
    if (!(node instanceof MappingNode)) {
      String text = yaml.scalar(node, "a rule like {rule: model, chance: 0.01}");
      return yaml.checked(node, () -> EarlyStop.parse(text));
    }
    Map<String, Node> fields = yaml.mapping(node, "a rule");
    Node rule = fields.remove("rule");
    if (rule == null) {
      throw yaml.error(node, "expected a 'rule' of asha, median or model but there is none");
    }
    EarlyStop early =
        yaml.checked(rule, () -> EarlyStop.parse(yaml.scalar(rule, "asha, median or model")));
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      EarlyStop before = early;
      String number = yaml.scalar(field.getValue(), "a number");
      early = yaml.checked(field.getValue(), () -> before.with(field.getKey(), number));
    }
    return early;
  }
}

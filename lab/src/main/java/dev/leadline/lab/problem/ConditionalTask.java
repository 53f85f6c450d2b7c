package dev.leadline.lab.problem;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A function whose parameters count only with others, as data that a program in another language
 * can evaluate, too. Its minimum is 0. Immutable and thread-safe.
 *
 * @param name of the task
 * @param knobs the parameters, each behind the one it depends on
 * @param isFilled whether all of them are asked for always, and what does not count is told with
 *     the middle of its range or its first option, as is done by hand without conditions
 */
record ConditionalTask(String name, List<Knob> knobs, boolean isFilled) implements Task {

  /* The value is a sum over the parameters that count: an option has its price, one option of each choice has none; a real x
  adds weight·(d² + (1 − cos 12d)/20) with d = x − centre, and half the product with the d of the real before it of the same
  condition. All of it is drawn from the seed. */

  /** What a parameter is. */
  enum Kind {
    REAL,
    CHOICE,
    INTEGER,
    FLAG
  }

  /**
   * One parameter.
   *
   * @param options how many values it has, 0 if it is real
   * @param parent the index of the parameter it depends on, -1 if it always counts
   * @param allowed the options of the parent with which it counts
   */
  record Knob(Kind kind, int options, int parent, List<Integer> allowed) {}

  /** The numbers of one seed: the centre and weight of a real, or the prices of options. */
  record Instance(
      ConditionalTask task,
      long seed,
      List<Double> centres,
      List<Double> weights,
      List<List<Double>> prices)
      implements Problem {

    @Override
    public Space space() {
      return task.space();
    }

    @Override
    public Outcome evaluate(double[] point, int evaluation) {
      return Outcome.of(regret(point));
    }

    @Override
    public double regret(double[] point) {
      double[] numbers = task.numbers(space().decode(point));
      return value(numbers, task.counts(numbers));
    }

    @Override
    public Optional<Configuration> filled(Configuration asked) {
      return task.isFilled ? Optional.of(task.filled(asked)) : Optional.empty();
    }

    /** The value of one number per parameter: a place in [0, 1], or the index of an option. */
    double value(double[] x, boolean[] counts) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        if (counts[i] && task.knobs.get(i).kind() == Kind.REAL) {
          double d = x[i] - centres.get(i);
          sum += weights.get(i) * (d * d + (1 - Math.cos(12 * d)) / 20);
          if (i > 0 && task.knobs.get(i - 1).equals(task.knobs.get(i))) {
            sum +=
                0.5
                    * Math.min(weights.get(i), weights.get(i - 1))
                    * d
                    * (x[i - 1] - centres.get(i - 1));
          }
        } else if (counts[i]) {
          sum += prices.get(i).get((int) x[i]);
        }
      }
      return sum;
    }
  }

  /** All tasks of a suite, with conditions or filled. */
  static Stream<Task> all(Suite suite) {
    return described().stream()
        .map(
            task ->
                new ConditionalTask(suite.prefix() + task.name, task.knobs, suite == Suite.FILLED));
  }

  private static List<ConditionalTask> described() {
    return List.of(
        of("branches-2", "c2 r0:0 r0:0 r0:1 r0:1"),
        of("branches-5", "c5 r r0:0 r0:0 r0:1 r0:1 r0:2 r0:2 r0:3 r0:3 r0:4 r0:4"),
        of("layers", "i4 r r0:0,1,2,3 r0:1,2,3 r0:2,3 r0:3"),
        of("nested", "c2 r0:0 c3,0:0 r2:1,2 r2:2 r0:1 r0:1 f0:1 r7:1"),
        of("switches", "f r0:1 f r2:1 f r4:1 f r6:1"),
        of("collector", "r c4 r1:0 r1:0 i4,1:1 f1:1 r5:0 r1:2 f1:3 r8:1"));
  }

  /* "r0:1,2": a real that counts if parameter 0 has option 1 or 2; "c3,0:0": a choice of three that counts if parameter 0 has
  option 0; "f" a flag, "i4" an integer of four values. */
  private static ConditionalTask of(String name, String text) {
    List<Knob> knobs = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      Kind kind =
          switch (word.charAt(0)) {
            case 'r' -> Kind.REAL;
            case 'c' -> Kind.CHOICE;
            case 'i' -> Kind.INTEGER;
            default -> Kind.FLAG;
          };
      String rest = word.substring(1);
      int options = kind == Kind.FLAG ? 2 : 0;
      if (kind == Kind.CHOICE || kind == Kind.INTEGER) {
        options = Integer.parseInt(rest.replaceFirst(",.*", ""));
        rest = rest.replaceFirst("^\\d+,?", "");
      }
      int colon = rest.indexOf(':');
      knobs.add(
          new Knob(
              kind,
              options,
              colon < 0 ? -1 : Integer.parseInt(rest.substring(0, colon)),
              colon < 0
                  ? List.of()
                  : IntStream.of(
                          Arrays.stream(rest.substring(colon + 1).split(",", -1))
                              .mapToInt(Integer::parseInt)
                              .toArray())
                      .boxed()
                      .toList()));
    }
    return new ConditionalTask(name, knobs, false);
  }

  @Override
  public String functionName() {
    return (isFilled ? Suite.FILLED : Suite.CONDITIONAL).bare(name);
  }

  @Override
  public int dimensions() {
    return space().dimensions();
  }

  @Override
  public int initialPoints() {
    return 0;
  }

  @Override
  public Instance problem(long seed) {
    SplittableRandom random = Seed.stream("conditional " + functionName(), seed);
    List<Double> centres = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    List<List<Double>> prices = new ArrayList<>();
    for (Knob knob : knobs) {
      centres.add(random.nextDouble(0.1, 0.9));
      weights.add(random.nextDouble(0.5, 2));
      int free = knob.options() == 0 ? 0 : random.nextInt(knob.options());
      prices.add(
          IntStream.range(0, knob.options())
              .mapToObj(k -> k == free ? 0.0 : random.nextDouble(0.05, 0.4))
              .toList());
    }
    return new Instance(this, seed, centres, weights, prices);
  }

  /** The parameters x0, x1, … with their conditions unless they are filled. */
  Space space() {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < knobs.size(); i++) {
      Knob knob = knobs.get(i);
      switch (knob.kind()) {
        case REAL -> space.real("x" + i, 0, 1);
        case CHOICE ->
            space.choice(
                "x" + i,
                IntStream.range(0, knob.options()).mapToObj(k -> "o" + k).toArray(String[]::new));
        case INTEGER -> space.integer("x" + i, 0, knob.options() - 1);
        case FLAG -> space.flag("x" + i);
      }
      if (!isFilled && knob.parent() >= 0) {
        space.when("x" + i, condition(knob));
      }
    }
    return space.build();
  }

  private String condition(Knob knob) {
    String parent = "x" + knob.parent();
    return knob.allowed().stream()
        .map(
            option ->
                switch (knobs.get(knob.parent()).kind()) {
                  case CHOICE -> "%s == 'o%d'".formatted(parent, option);
                  case FLAG -> option == 1 ? parent : "not " + parent;
                  default -> "%s == %d".formatted(parent, option);
                })
        .collect(Collectors.joining(" or "));
  }

  /** The numbers of a configuration; 0 where it has none. */
  double[] numbers(Configuration configuration) {
    double[] numbers = new double[knobs.size()];
    for (int i = 0; i < numbers.length; i++) {
      String name = "x" + i;
      if (configuration.has(name)) {
        numbers[i] =
            switch (knobs.get(i).kind()) {
              case REAL, INTEGER -> configuration.real(name);
              case CHOICE -> Integer.parseInt(configuration.choice(name).substring(1));
              case FLAG -> configuration.flag(name) ? 1 : 0;
            };
      }
    }
    return numbers;
  }

  /** Which parameters count, by the numbers of all. */
  boolean[] counts(double[] numbers) {
    boolean[] counts = new boolean[knobs.size()];
    for (int i = 0; i < counts.length; i++) {
      Knob knob = knobs.get(i);
      counts[i] =
          knob.parent() < 0
              || (counts[knob.parent()] && knob.allowed().contains((int) numbers[knob.parent()]));
    }
    return counts;
  }

  private Configuration filled(Configuration given) {
    boolean[] counts = counts(numbers(given));
    double[] middle = new double[dimensions()];
    Arrays.fill(middle, 0.5);
    Configuration usual = space().decode(middle);
    Configuration filled = given;
    for (int i = 0; i < counts.length; i++) {
      if (!counts[i]) {
        filled = filled.with("x" + i, usual.value("x" + i));
      }
    }
    return filled;
  }

  @Override
  public Record start(long seed, int steps) {
    return problem(seed);
  }
}

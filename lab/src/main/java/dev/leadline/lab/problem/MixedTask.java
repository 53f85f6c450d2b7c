package dev.leadline.lab.problem;

import dev.leadline.lab.functions.TestFunction;
import dev.leadline.lab.problem.Input.Kind;
import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A test function some of whose inputs are integers, choices or flags.
 *
 * @param function what is minimised
 * @param kinds one per input of the function
 */
record MixedTask(TestFunction function, List<Kind> kinds) implements Task {

  /* Every value of a discrete parameter stands for a place in [0, 1] of the function's input: integers for evenly spaced ones in
   * order, choices and flags for places in an order drawn from the seed. The places are moved so that one of them is the
   * minimiser's coordinate: the minimum of the function is attained and known. */

  MixedTask {
    kinds = List.copyOf(kinds);
    if (kinds.size() != function.dimensions()) {
      throw new IllegalArgumentException(
          "expected %d inputs but got %s".formatted(function.dimensions(), kinds));
    }
  }

  @Override
  public String name() {
    return Suite.MIXED.prefix() + function.name();
  }

  @Override
  public String functionName() {
    return function.name();
  }

  @Override
  public int dimensions() {
    return space().dimensions();
  }

  @Override
  public int initialPoints() {
    return 10;
  }

  /** The parameters x0, x1, … as a user would declare them. */
  Space space() {
    SpaceBuilder space = Space.builder();
    for (int i = 0; i < kinds.size(); i++) {
      String name = "x" + i;
      switch (kinds.get(i)) {
        case REAL -> space.real(name, 0, 1);
        case INTEGER -> space.integer(name, 0, Kind.INTEGER.count() - 1);
        case CHOICE -> space.choice(name, "a", "b", "c", "d");
        case FLAG -> space.flag(name);
      }
    }
    return space.build();
  }

  @Override
  public Objective problem(long seed) {
    SplittableRandom random = Seed.stream(name(), seed);
    double[] minimiser = function.unitMinimiser();
    List<Input> inputs = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      inputs.add(new Input(kinds.get(i), places(kinds.get(i), minimiser[i], random)));
    }
    return new Instance(function, inputs, space());
  }

  /** The place of each value of a parameter; none for a real one. */
  private static List<Double> places(Kind kind, double minimiser, SplittableRandom random) {
    int count = kind.count();
    List<Double> places = new ArrayList<>();
    int nearest = (int) Math.round(minimiser * (count - 1));
    for (int k = 0; k < count; k++) {
      places.add(Math.min(1, Math.max(0, minimiser + (k - nearest) / (count - 1.0))));
    }
    if (kind == Kind.CHOICE || kind == Kind.FLAG) {
      for (int k = count - 1; k > 0; k--) {
        int other = random.nextInt(k + 1);
        double moved = places.get(k);
        places.set(k, places.get(other));
        places.set(other, moved);
      }
    }
    return places;
  }

  /** The objective of one seed. */
  private record Instance(TestFunction function, List<Input> inputs, Space space)
      implements Objective {

    @Override
    public double value(double[] point) {
      double[] parameters = parameters(point);
      double[] place = new double[parameters.length];
      for (int i = 0; i < place.length; i++) {
        List<Double> places = inputs.get(i).places();
        place[i] = places.isEmpty() ? parameters[i] : places.get((int) parameters[i]);
      }
      return function.atUnit(place);
    }

    @Override
    public double[] parameters(double[] point) {
      Configuration configuration = space.decode(point);
      double[] parameters = new double[inputs.size()];
      for (int i = 0; i < parameters.length; i++) {
        String name = "x" + i;
        parameters[i] =
            switch (inputs.get(i).kind()) {
              case REAL -> configuration.real(name);
              case INTEGER -> configuration.integer(name);
              case CHOICE -> configuration.choice(name).charAt(0) - 'a';
              case FLAG -> configuration.flag(name) ? 1 : 0;
            };
      }
      return parameters;
    }

    @Override
    public double minimum() {
      return function.minimum();
    }
  }

  /** The ten mixed tasks: eight functions of five inputs and two of two. */
  static List<Task> all(List<TestFunction> functions) {
    List<Kind> five = List.of(Kind.REAL, Kind.CHOICE, Kind.INTEGER, Kind.FLAG, Kind.REAL);
    List<Task> tasks = new ArrayList<>();
    for (TestFunction function : functions) {
      if (function.dimensions() == 5) {
        tasks.add(new MixedTask(function, five));
      } else if (function.name().equals("branin")) {
        tasks.add(new MixedTask(function, List.of(Kind.REAL, Kind.INTEGER)));
      } else if (function.name().equals("sixhumpcamel")) {
        tasks.add(new MixedTask(function, List.of(Kind.CHOICE, Kind.REAL)));
      }
    }
    return tasks;
  }
}

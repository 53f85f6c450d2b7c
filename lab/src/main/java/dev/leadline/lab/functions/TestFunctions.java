package dev.leadline.lab.functions;

import java.util.ArrayList;
import java.util.List;

/** The catalogue of functions, each with its size. */
public final class TestFunctions {

  private TestFunctions() {}

  /** The paper's: 6 one-, 16 two-, 8 five- and 8 ten-dimensional ones of sixteen functions. */
  public static List<TestFunction> paper() {
    List<TestFunction> functions = new ArrayList<>();
    functions.addAll(inAnyDimension(1));
    functions.addAll(scalable(2));
    functions.addAll(Planar.all());
    functions.addAll(scalable(5));
    functions.addAll(scalable(10));
    return List.copyOf(functions);
  }

  /** Those outside the paper's suite: 15 of the literature, then 12 that are rotated. */
  public static List<TestFunction> further() {
    List<TestFunction> functions = new ArrayList<>(Wells.all());
    functions.addAll(Classical.all());
    functions.addAll(Rotated.all());
    return List.copyOf(functions);
  }

  /** Those that other optimisers are good at: six rotated bowls, three functions of many wells. */
  public static List<TestFunction> illConditioned() {
    return IllConditioned.all();
  }

  private static List<TestFunction> inAnyDimension(int d) {
    return List.of(
        Scalable.ackley(d),
        Scalable.dixonPrice(d),
        Scalable.griewank(d),
        Scalable.levy(d),
        Scalable.rastrigin(d),
        Scalable.styblinskiTang(d));
  }

  private static List<TestFunction> scalable(int d) {
    List<TestFunction> functions = new ArrayList<>(inAnyDimension(d));
    functions.add(Scalable.michalewicz(d));
    functions.add(Scalable.rosenbrock(d));
    return functions;
  }
}

package dev.leadline.bench.functions;

import java.util.ArrayList;
import java.util.List;

/** The catalogue: sixteen functions, as the paper's 38 combinations of function and size. */
public final class TestFunctions {

  private TestFunctions() {}

  /** The 6 one-, 16 two-, 8 five- and 8 ten-dimensional functions, in this order. */
  public static List<TestFunction> all() {
    List<TestFunction> functions = new ArrayList<>();
    functions.addAll(inAnyDimension(1));
    functions.addAll(scalable(2));
    functions.addAll(Planar.all());
    functions.addAll(scalable(5));
    functions.addAll(scalable(10));
    return List.copyOf(functions);
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

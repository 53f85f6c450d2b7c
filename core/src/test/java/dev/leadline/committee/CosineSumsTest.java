package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CosineSumsTest {

  private static final int WIDTH = 5;
  private final AdditiveKernels additive = AdditiveKernels.standard();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 10})
  void addTo_isTheSeriesOfEachKernel(int dimensions) {
    double[][] columns = columns(dimensions);
    double[][] series = new double[CosineSeries.length(dimensions, additive.frequencies())][WIDTH];
    CosineSeries.fill(columns, additive.frequencies(), series, WIDTH);
    double[] terms = CosineSeries.terms(new SplittableRandom(2).doubles(dimensions).toArray(), 24);
    List<Integer> kernels = List.of(0, 3);
    CosineSums sums = new CosineSums(additive, kernels, dimensions, WIDTH);
    sums.multiply(terms, series, WIDTH);
    for (int place = 0; place < kernels.size(); place++) {
      double[] coefficients = additive.coefficients(kernels.get(place), dimensions);
      double[] alone = {1, 1, 1, 1, 1};
      CosineSeries.add(alone, VectorLoops.product(coefficients, terms), series, WIDTH);
      double[] together = {1, 1, 1, 1, 1};
      sums.addTo(together, place, WIDTH);
      assertThat(together).containsExactly(alone, within(1e-13));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void square_isTheProductOfEveryPointWithItself(int dimensions) {
    double[][] columns = columns(dimensions);
    double[][] series = new double[CosineSeries.length(dimensions, additive.frequencies())][WIDTH];
    CosineSeries.fill(columns, additive.frequencies(), series, WIDTH);
    CosineSums sums = new CosineSums(additive, List.of(1, 2), dimensions, WIDTH);
    double[] squares = new double[WIDTH];
    sums.square(series, WIDTH);
    sums.addTo(squares, 1, WIDTH);
    for (int c = 0; c < WIDTH; c++) {
      double[] point = new double[dimensions];
      for (int j = 0; j < dimensions; j++) {
        point[j] = columns[j][c];
      }
      double[] product = new double[WIDTH];
      sums.multiply(CosineSeries.terms(point, additive.frequencies()), series, WIDTH);
      sums.addTo(product, 1, WIDTH);
      assertThat(product[c]).isCloseTo(squares[c], within(1e-13));
    }
  }

  private static double[][] columns(int dimensions) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] columns = new double[dimensions][];
    for (int j = 0; j < dimensions; j++) {
      columns[j] = random.doubles(WIDTH).toArray();
    }
    return columns;
  }
}

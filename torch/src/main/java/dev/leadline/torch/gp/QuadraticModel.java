package dev.leadline.torch.gp;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A quadratic model of a function of few variables, built from the latest steps and the turns of
 * the gradient along them, and its minimum in a box. Not thread-safe.
 */
final class QuadraticModel {

  /* R. H. Byrd, P. Lu, J. Nocedal and C. Zhu, "A limited memory algorithm for bound constrained optimization", 1995: the first
   * local minimum along the projected path of steepest descent says which bounds hold, then the other variables go to their
   * minimum. The matrix is kept dense, since there are a dozen variables. */

  private static final int MEMORY = 10;

  private static final class Pair {

    final double[] step;
    final double[] turn;
    final double product;

    Pair(double[] step, double[] turn, double product) {
      this.step = step;
      this.turn = turn;
      this.product = product;
    }
  }

  private final double[] lower;
  private final double[] upper;
  private final Deque<Pair> pairs = new ArrayDeque<>();
  private double[][] hessian;

  QuadraticModel(double[] lower, double[] upper) {
    this.lower = lower;
    this.upper = upper;
    this.hessian = diagonal(1);
  }

  boolean isFresh() {
    return pairs.isEmpty();
  }

  void forget() {
    pairs.clear();
    hessian = diagonal(1);
  }

  /** Learns from a step if the gradient turned against it. */
  void learn(double[] step, double[] turn, double oldSlope) {
    double product = dot(step, turn);
    if (product <= Math.ulp(1.0) * -oldSlope) {
      return;
    }
    pairs.addLast(new Pair(step, turn, product));
    if (pairs.size() > MEMORY) {
      pairs.removeFirst();
    }
    hessian = diagonal(dot(turn, turn) / product);
    pairs.forEach(this::update);
  }

  private void update(Pair pair) {
    double[] image = times(pair.step);
    double size = dot(pair.step, image);
    for (int i = 0; i < image.length; i++) {
      for (int j = 0; j < image.length; j++) {
        hessian[i][j] += pair.turn[i] * pair.turn[j] / pair.product - image[i] * image[j] / size;
      }
    }
  }

  /** The way from a point to the model's minimum in the box. */
  double[] wayToMinimum(double[] point, double[] gradient) {
    boolean[] held = new boolean[point.length];
    double[] way = wayAlongPath(point, gradient, held);
    return refine(point, gradient, way, held);
  }

  /* Along each piece of the path, q(t) = ½f''t² + f't; a piece ends where the next variable meets its bound. */
  private double[] wayAlongPath(double[] point, double[] gradient, boolean[] held) {
    int n = point.length;
    double[] reach = new double[n];
    double[] direction = new double[n];
    for (int i = 0; i < n; i++) {
      double bound = gradient[i] < 0 ? upper[i] : lower[i];
      reach[i] = gradient[i] == 0 ? Double.POSITIVE_INFINITY : (point[i] - bound) / gradient[i];
      held[i] = reach[i] <= 0;
      direction[i] = held[i] ? 0 : -gradient[i];
    }
    double[] way = new double[n];
    double time = 0;
    while (true) {
      double[] image = times(direction);
      double slope = dot(gradient, direction) + dot(way, image);
      double bend = dot(direction, image);
      int next = nextToBeHeld(reach, held);
      double end = next < 0 ? Double.POSITIVE_INFINITY : reach[next];
      double stay = slope < 0 ? -slope / bend : 0;
      if (!(bend > 0) || time + stay < end || next < 0) {
        advance(way, direction, bend > 0 ? stay : 0);
        return way;
      }
      advance(way, direction, end - time);
      time = end;
      held[next] = true;
      way[next] = (direction[next] > 0 ? upper[next] : lower[next]) - point[next];
      direction[next] = 0;
    }
  }

  private static int nextToBeHeld(double[] reach, boolean[] held) {
    int next = -1;
    for (int i = 0; i < reach.length; i++) {
      if (!held[i] && reach[i] < Double.POSITIVE_INFINITY && (next < 0 || reach[i] < reach[next])) {
        next = i;
      }
    }
    return next;
  }

  /** Lets the variables that no bound holds go to their minimum, cut off at the bounds. */
  private double[] refine(double[] point, double[] gradient, double[] way, boolean[] held) {
    int[] open = new int[point.length];
    int count = 0;
    for (int i = 0; i < held.length; i++) {
      if (!held[i]) {
        open[count++] = i;
      }
    }
    double[] image = times(way);
    double[] rest = new double[count];
    double[][] part = new double[count][count];
    for (int a = 0; a < count; a++) {
      rest[a] = -(gradient[open[a]] + image[open[a]]);
      for (int b = 0; b < count; b++) {
        part[a][b] = hessian[open[a]][open[b]];
      }
    }
    if (count == 0 || !solve(part, rest)) {
      return way;
    }
    double[] refined = way.clone();
    for (int a = 0; a < count; a++) {
      int i = open[a];
      double aim = point[i] + way[i] + rest[a];
      refined[i] = Math.min(upper[i], Math.max(lower[i], aim)) - point[i];
    }
    return dot(refined, gradient) < 0 ? refined : shortened(point, way, rest, open);
  }

  /** The whole of a move of the open variables, shortened until it stays in the box. */
  private double[] shortened(double[] point, double[] way, double[] move, int[] open) {
    double share = 1;
    for (int a = 0; a < move.length; a++) {
      int i = open[a];
      double place = point[i] + way[i];
      double room = move[a] > 0 ? upper[i] - place : lower[i] - place;
      if (move[a] != 0 && Math.abs(room) < share * Math.abs(move[a])) {
        share = room / move[a];
      }
    }
    double[] result = way.clone();
    for (int a = 0; a < move.length; a++) {
      result[open[a]] += share * move[a];
    }
    return result;
  }

  /** Solves a symmetric positive system in place by Cholesky's method; false if it is not one. */
  private static boolean solve(double[][] matrix, double[] right) {
    int n = right.length;
    for (int j = 0; j < n; j++) {
      for (int i = j; i < n; i++) {
        double sum = matrix[i][j];
        for (int k = 0; k < j; k++) {
          sum -= matrix[i][k] * matrix[j][k];
        }
        if (i == j && !(sum > 0)) {
          return false;
        }
        matrix[i][j] = i == j ? Math.sqrt(sum) : sum / matrix[j][j];
      }
    }
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        right[i] -= matrix[i][k] * right[k];
      }
      right[i] /= matrix[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        right[i] -= matrix[k][i] * right[k];
      }
      right[i] /= matrix[i][i];
    }
    return true;
  }

  private double[] times(double[] vector) {
    double[] result = new double[vector.length];
    Arrays.setAll(result, i -> dot(hessian[i], vector));
    return result;
  }

  private double[][] diagonal(double value) {
    double[][] matrix = new double[lower.length][lower.length];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i][i] = value;
    }
    return matrix;
  }

  private static void advance(double[] way, double[] direction, double time) {
    for (int i = 0; i < way.length; i++) {
      way[i] += time * direction[i];
    }
  }

  static double dot(double[] first, double[] second) {
    double sum = 0;
    for (int i = 0; i < first.length; i++) {
      sum += first[i] * second[i];
    }
    return sum;
  }
}

package dev.leadline.search;

import dev.leadline.space.Coordinate;
import dev.leadline.space.PointSet;
import dev.leadline.space.Space;
import dev.leadline.space.SpaceExhaustedException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** The points that may be suggested next: feasible ones of a space, not taken. Thread-safe. */
public final class Candidates implements Domain {

  /** So many points are scored one by one instead of being searched. */
  private static final int FEW = 2000;

  /* Points are drawn from the whole cube first. Where constraints leave a millionth of it, points near
  the trials so far, at distances from a tenth down to a millionth, come closest to what is asked for. */

  private static final int TRIES = 20_000;
  private static final int STUBBORN_TRIES = 200_000;

  private final Space space;
  private final PointSet taken;
  private final Optional<double[][]> feasible;
  private final Optional<double[][]> few;
  private final History history;

  /**
   * @param feasible all feasible points, if the space is small enough to list them
   * @param taken points that must not be suggested
   * @param history whose points are feasible, taken or not
   */
  Candidates(Space space, Optional<double[][]> feasible, PointSet taken, History history) {
    this.space = space;
    this.taken = taken;
    this.feasible = feasible;
    this.history = history;
    this.few = feasible.filter(all -> all.length - taken.size() <= FEW).map(this::free);
  }

  private double[][] free(double[][] points) {
    return Arrays.stream(points).filter(point -> !taken.contains(point)).toArray(double[][]::new);
  }

  /** The same without a point, the last that is being evaluated in a history. */
  Candidates without(double[] point, History now) {
    return new Candidates(space, feasible, taken.with(point), now);
  }

  @Override
  public List<Coordinate> coordinates() {
    return space.coordinates();
  }

  @Override
  public double[] snap(double[] point) {
    return space.snap(point);
  }

  @Override
  public boolean allows(double[] snapped) {
    return !taken.contains(snapped)
        && (space.constraints().isEmpty() || space.feasible(space.decode(snapped)));
  }

  /** All points that may be suggested, if the space is finite and they are few. */
  Optional<double[][]> few() {
    return few;
  }

  /**
   * Does nothing if there may be a point to suggest.
   *
   * @throws SpaceExhaustedException if it is certain that there is none
   */
  void requireAny() {
    if (few.isPresent() && few.get().length == 0) {
      throw exhausted();
    }
  }

  /**
   * A point drawn evenly from those that may be suggested; where constraints leave next to none, a
   * point near those known.
   *
   * @throws SpaceExhaustedException if none is found
   */
  public double[] draw(RandomGenerator random) {
    requireAny();
    if (few.isPresent()) {
      return pick(few.get(), random);
    }
    Supplier<double[]> anywhere = () -> random.doubles(dimensions()).toArray();
    if (feasible.isPresent()) {
      return allowed(TRIES, anywhere).orElseGet(() -> pick(free(feasible.get()), random));
    }
    return allowed(STUBBORN_TRIES, anywhere).or(() -> near(random)).orElseThrow(this::unreachable);
  }

  private Optional<double[]> allowed(int tries, Supplier<double[]> source) {
    return Stream.generate(source).limit(tries).map(this::snap).filter(this::allows).findFirst();
  }

  private Optional<double[]> near(RandomGenerator random) {
    List<double[]> known = history.points();
    return known.isEmpty() ? Optional.empty() : allowed(TRIES, () -> near(known, random));
  }

  /** A point near one of the known ones. */
  private static double[] near(List<double[]> known, RandomGenerator random) {
    double radius = Math.pow(10, random.nextDouble(-6, -1));
    double[] point = known.get(random.nextInt(known.size())).clone();
    for (int d = 0; d < point.length; d++) {
      double moved = point[d] + radius * random.nextDouble(-1, 1);
      point[d] = Math.max(0, Math.min(1, moved));
    }
    return point;
  }

  private static double[] pick(double[][] points, RandomGenerator random) {
    return points[random.nextInt(points.length)].clone();
  }

  private SpaceExhaustedException exhausted() {
    if (feasible.isPresent() && feasible.get().length == 0) {
      return new SpaceExhaustedException(
          "no configuration satisfies the constraints %s; loosen them"
              .formatted(space.constraints()));
    }
    int all = feasible.map(points -> points.length).orElse(0);
    return new SpaceExhaustedException(
        all == 1
            ? "the space is used up: its only feasible configuration is evaluated or running"
            : "the space is used up: all of its %d feasible configurations are evaluated or running"
                .formatted(all));
  }

  private SpaceExhaustedException unreachable() {
    if (space.constraints().isEmpty()) {
      return new SpaceExhaustedException(
          "the space is used up: %d random tries found only configurations that are evaluated or running; widen it"
              .formatted(STUBBORN_TRIES));
    }
    return new SpaceExhaustedException(
        "no %sconfiguration that satisfies the constraints %s was found in %d random tries; loosen them or narrow the bounds"
            .formatted(history.size() == 0 ? "" : "further ", space.constraints(), STUBBORN_TRIES));
  }
}

package dev.leadline.study;

import dev.leadline.space.Space;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/** The feasible points of a space that are not taken. Thread-safe. */
final class SpaceCandidates implements Candidates {

  /** So many points are scored one by one instead of being searched. */
  private static final int FEW = 2000;

  /** Up to so many configurations are listed, to know when all are used up. */
  private static final int LISTABLE = 1 << 16;

  private static final int TRIES = 20_000;

  private final Space space;
  private final PointSet taken;
  private final Optional<double[][]> feasible;
  private final Optional<double[][]> few;

  /**
   * @param feasible all feasible points, if the space is small enough to list them
   * @param taken points that must not be suggested
   */
  SpaceCandidates(Space space, Optional<double[][]> feasible, PointSet taken) {
    this.space = space;
    this.taken = taken;
    this.feasible = feasible;
    this.few = feasible.filter(all -> all.length - taken.size() <= FEW).map(this::free);
  }

  /** All feasible points, if the space is small enough to list them. */
  static Optional<double[][]> list(Space space) {
    long count = space.cardinality().orElse(Long.MAX_VALUE);
    if (count > LISTABLE) {
      return Optional.empty();
    }
    double[][] points =
        LongStream.range(0, count)
            .mapToObj(space::configuration)
            .filter(space::feasible)
            .map(space::encode)
            .toArray(double[][]::new);
    return Optional.of(points);
  }

  private double[][] free(double[][] points) {
    return Arrays.stream(points).filter(point -> !taken.contains(point)).toArray(double[][]::new);
  }

  @Override
  public int dimensions() {
    return space.dimensions();
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

  @Override
  public Optional<double[][]> few() {
    return few.map(double[][]::clone);
  }

  @Override
  public void requireAny() {
    if (few.isPresent() && few.get().length == 0) {
      throw exhausted();
    }
  }

  @Override
  public double[] draw(RandomGenerator random) {
    requireAny();
    if (few.isPresent()) {
      return pick(few.get(), random);
    }
    for (int i = 0; i < TRIES; i++) {
      double[] point = snap(random.doubles(dimensions()).toArray());
      if (allows(point)) {
        return point;
      }
    }
    return pick(free(feasible.orElseThrow(this::unreachable)), random);
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
    return new SpaceExhaustedException(
        "the space is used up: all of its %d feasible configurations are evaluated or running"
            .formatted(feasible.map(points -> points.length).orElse(0)));
  }

  private SpaceExhaustedException unreachable() {
    return new SpaceExhaustedException(
        "no configuration that satisfies the constraints %s was found in %d random tries; loosen them or narrow the bounds"
            .formatted(space.constraints(), TRIES));
  }
}

package dev.leadline.bench.lockstep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.task.Objective;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeJudge;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.pfn.PfnModel;
import dev.leadline.space.Space;
import dev.leadline.study.ModelStrategy;
import dev.leadline.study.Strategies;
import dev.leadline.study.Strategy;
import dev.leadline.suggest.Design;
import dev.leadline.suggest.History;
import dev.leadline.suggest.Model;
import dev.leadline.suggest.ModelFree;
import dev.leadline.suggest.NoiseKind;
import dev.leadline.suggest.Step;
import dev.leadline.suggest.Suggestion;
import dev.leadline.surrogate.BoundedSurrogate;
import dev.leadline.surrogate.Surrogate;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import dev.leadline.units.UnitsJudge;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A step gives the same suggestion whoever drives it: a study alone, or the benchmark many. */
class DriversTest {

  private static final NetworkConfig SMALL =
      new NetworkConfig(
          9, 16, 2, 2, 32, 32, 24, Norm.PRE, Attention.DISTANCE_AWARE, Tokens.COMMITTEE);

  /** So few are shown of a long history: enough for the choice to matter, and fast. */
  private static final int MEMORY = 64;

  private static final RoundSearch SEARCH =
      new RoundSearch(
          64, 64, 6, 1e-3, 0.5, List.of(new RoundSearch.Refinement(64, 4, 16, 1e-3, 0.5)));

  private static final Space SQUARE = Objective.cube(2);
  private static final Space MIXED =
      Space.builder()
          .real("x", -5, 10)
          .integer("n", 0, 11)
          .choice("c", "a", "b", "d")
          .flag("f")
          .build();
  private static final Space CONSTRAINED =
      Space.builder().real("x", 0, 1).real("y", 0, 1).require("x + y <= 0.8").build();
  private static final Space FINITE =
      Space.builder().integer("n", 1, 20).choice("c", "a", "b", "d").build();

  private static final Situation REAL = new Situation("real", SQUARE, NoiseKind.NONE, 24, 0);

  private static final List<Situation> SITUATIONS =
      List.of(
          REAL,
          new Situation("real in a stall", SQUARE, NoiseKind.NONE, 60, 0),
          new Situation("mixed space", MIXED, NoiseKind.NONE, 24, 0),
          new Situation("mixed in a stall", MIXED, NoiseKind.NONE, 60, 0),
          new Situation("constrained space", CONSTRAINED, NoiseKind.NONE, 24, 0),
          new Situation("finite space", FINITE, NoiseKind.NONE, 24, 2),
          new Situation("noisy", SQUARE, NoiseKind.UNKNOWN, 24, 0),
          new Situation("noisy finite", FINITE, NoiseKind.UNKNOWN, 30, 1),
          new Situation("pending", SQUARE, NoiseKind.NONE, 24, 3),
          new Situation("pending in a stall", SQUARE, NoiseKind.NONE, 60, 2),
          new Situation("noisy and pending", MIXED, NoiseKind.UNKNOWN, 24, 2),
          new Situation("long", SQUARE, NoiseKind.NONE, 1010, 1));

  @TempDir static Path folder;

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static PfnModel network;

  @BeforeAll
  static void load() throws IOException {
    Path file = folder.resolve("small.pfn");
    TinyModels.of(SMALL).write(file);
    network = PfnModel.load(file, 1);
  }

  @AfterAll
  static void close() {
    network.close();
  }

  /** A kind of space with what has happened in it. */
  private record Situation(String name, Space space, NoiseKind noise, int finished, int pending) {

    @Override
    public String toString() {
      return name;
    }

    /** A run with random points; the best of them is among the first, so that it stands still. */
    Lane lane(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      Lane lane = new Lane("drivers " + name, seed, 100, new Bowl(space, noise));
      List<double[]> pendingPoints = new ArrayList<>();
      for (int i = 0; i < finished + pending; i++) {
        double[] point = lane.candidates(lane.history()).draw(random);
        double value = i == 5 ? -9 : Arrays.stream(point).map(x -> (x - 0.4) * (x - 0.4)).sum();
        if (i < 4) {
          lane.start(point, value);
        } else if (i < finished) {
          lane.add(point, value);
        } else {
          pendingPoints.add(point);
          lane.await(pendingPoints);
        }
      }
      return lane;
    }
  }

  private record Bowl(Space space, NoiseKind noise) implements Objective {
    @Override
    public double value(double[] point) {
      return Arrays.stream(point).sum();
    }

    @Override
    public double minimum() {
      return 0;
    }
  }

  /** A strategy of the library with the surrogate that answers it. */
  private enum Kind {
    NETWORK,
    COMMITTEE,
    SOBOL,
    RANDOM;

    Surrogate surrogate() {
      return new BoundedSurrogate(
          this == NETWORK ? network.surrogate() : new Committee(CommitteeConfig.standard()),
          MEMORY);
    }

    UnitsJudge judge() {
      return new CommitteeJudge(CommitteeConfig.standard());
    }

    OutputScaling scaling() {
      return this == NETWORK ? OutputScaling.Z_SCORE : OutputScaling.ROBUST_LOG;
    }

    Acquisition acquisition() {
      return this == NETWORK ? network.manifest().acquisition() : Acquisition.EXPECTED_IMPROVEMENT;
    }

    Strategy strategy() {
      return switch (this) {
        case SOBOL -> Strategies.sobol();
        case RANDOM -> Strategies.random();
        case NETWORK, COMMITTEE ->
            new ModelStrategy(
                new Model(surrogate(), new ModelUnits(scaling(), judge()), acquisition()),
                SEARCH,
                EndGame.standard(),
                Design.of(ModelFree.SOBOL));
      };
    }
  }

  static Stream<Arguments> everything() {
    return Arrays.stream(Kind.values())
        .flatMap(k -> SITUATIONS.stream().map(s -> Arguments.of(k, s)));
  }

  @ParameterizedTest
  @MethodSource("everything")
  void suggestion_isTheSameAloneAndInLockStep(Kind kind, Situation situation) {
    List<Lane> lanes = List.of(situation.lane(1), REAL.lane(2));
    double[][] together = inLockStep(kind, lanes);
    for (int i = 0; i < together.length; i++) {
      assertThat(together[i]).isEqualTo(alone(kind, lanes.get(i)).point());
    }
  }

  private static double[][] inLockStep(Kind kind, List<Lane> lanes) {
    List<Strategy> strategies = lanes.stream().map(lane -> kind.strategy()).toList();
    BatchScorer scorer =
        new SurrogateScorer(
            lanes.stream().map(l -> kind.surrogate()).toList(), kind.judge(), kind.acquisition());
    try (LockStep steps = new LockStep(lanes, strategies, scorer)) {
      return steps.propose();
    }
  }

  private static Suggestion alone(Kind kind, Lane lane) {
    History history = lane.history();
    Strategy strategy = kind.strategy();
    Step step = strategy.start(lane.candidates(history), history, lane.streams());
    return step instanceof Step.Done done
        ? done.suggestion()
        : strategy.model(lane.dimensions()).orElseThrow().answer(step);
  }
}

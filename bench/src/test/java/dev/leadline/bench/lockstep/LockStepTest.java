package dev.leadline.bench.lockstep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leadline.acquisition.Acquisition;
import dev.leadline.acquisition.EndGame;
import dev.leadline.acquisition.LocalDecaySearch;
import dev.leadline.acquisition.RoundSearch;
import dev.leadline.acquisition.Search;
import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.bench.task.InitialDesign;
import dev.leadline.bench.task.Objective;
import dev.leadline.bench.task.Task;
import dev.leadline.bench.task.Tasks;
import dev.leadline.committee.Committee;
import dev.leadline.committee.CommitteeConfig;
import dev.leadline.committee.CommitteeJudge;
import dev.leadline.pfn.ModelFile;
import dev.leadline.pfn.NetworkConfig;
import dev.leadline.pfn.NetworkConfig.Attention;
import dev.leadline.pfn.NetworkConfig.Norm;
import dev.leadline.pfn.NetworkConfig.Tokens;
import dev.leadline.suggest.Hurdle;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import dev.leadline.units.ModelUnits;
import dev.leadline.units.OutputScaling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockStepTest {

  private static final List<String> TASKS =
      List.of("branin-2d", "ackley-2d", "griewank-2d", "levy-2d@noise=0.1");
  private static final LocalDecaySearch LOCAL = new LocalDecaySearch(60, 0.25, 0.99, 10);

  private static final NetworkConfig DISTANCE_AWARE =
      new NetworkConfig(
          4, 16, 2, 2, 32, 32, 24, Norm.PRE, Attention.DISTANCE_AWARE, Tokens.COMMITTEE);

  /** Closes up at every other step since the best one. */
  private static final EndGame EAGER = new EndGame(0, 8, 0);

  @TempDir Path folder;

  @Test
  void committee_suggestsTheSameTogetherAndAlone() {
    assertTogetherIsAlone(lanes -> committee(lanes, RoundSearch.standard(), EndGame.none()), 0);
  }

  @Test
  void searchWithoutModel_suggestsTheSameTogetherAndAlone() {
    assertTogetherIsAlone(
        lanes ->
            LockStep.of(lanes, recipe(EndGame.none()), OutputScaling.Z_SCORE, new NoModelScorer()),
        0);
  }

  @Test
  void gaussianProcess_suggestsTheSameTogetherAndAlone() {
    assertTogetherIsAlone(
        lanes -> GpMethods.withSearch(lanes, recipe(EndGame.none()), Device.CPU), 1e-9);
  }

  @Test
  void network_suggestsTheSameTogetherAndAlone() throws IOException {
    ModelFile model = TinyModels.plain(2);
    assertTogetherIsAlone(
        lanes -> PfnMethods.onDevice(lanes, model, recipe(EndGame.none()), Device.CPU), 1e-9);
  }

  @Test
  void networkOnLibtorch_suggestsWhatTheLibrarySuggests() throws IOException {
    for (ModelFile model : List.of(TinyModels.plain(2), TinyModels.of(DISTANCE_AWARE))) {
      Path file = folder.resolve(model.manifest().name() + ".pfn");
      model.write(file);
      double[][] here =
          suggest(
              lanes -> PfnMethods.onDevice(lanes, model, recipe(EndGame.none()), Device.CPU),
              TASKS);
      double[][] library =
          suggest(
              lanes ->
                  PfnMethods.start(
                      lanes,
                      new ModelReference(file.toString()),
                      recipe(EndGame.none()),
                      Device.CPU),
              TASKS);
      for (int i = 0; i < here.length; i++) {
        assertThat(here[i]).containsExactly(library[i], Assertions.within(1e-9));
      }
    }
  }

  @Test
  void networkOnLibtorch_measuresInputsAsTheLibraryDoes() throws IOException {
    ModelFile model = TinyModels.of(DISTANCE_AWARE);
    Path file = folder.resolve("measured.pfn");
    model.write(file);
    List<Lane> lanes = List.of(ridge(40), ridge(48));
    for (Lane lane : lanes) {
      assertThat(smallestUnit(lane.observations())).isLessThan(0.5);
    }
    try (Proposer here = PfnMethods.onDevice(lanes, model, recipe(EndGame.none()), Device.CPU);
        Proposer library =
            PfnMethods.start(
                lanes, new ModelReference(file.toString()), recipe(EndGame.none()), Device.CPU)) {
      double[][] points = here.propose();
      double[][] expected = library.propose();
      for (int i = 0; i < points.length; i++) {
        assertThat(points[i]).containsExactly(expected[i], Assertions.within(1e-9));
      }
    }
  }

  /** Observations of a function of which half of the inputs do nothing. */
  private static Lane ridge(int size) {
    Task task = Tasks.named("branin-2d@irrelevant=2");
    Objective objective = task.objective(3);
    Lane lane = new Lane("ridge " + size, 3, 10, objective);
    SplittableRandom random = new SplittableRandom(size);
    for (int i = 0; i < size; i++) {
      double[] point = random.doubles(task.dimensions()).toArray();
      lane.start(point, objective.observe(point, i));
    }
    return lane;
  }

  private static double smallestUnit(Observations raw) {
    Committee committee = new Committee(CommitteeConfig.standard());
    ModelUnits units =
        new ModelUnits(OutputScaling.Z_SCORE, new CommitteeJudge(committee.config()));
    return Arrays.stream(units.of(raw).observations().inputUnits()).min().orElseThrow();
  }

  @Test
  void closeUps_areTheSameTogetherAndAlone() throws IOException {
    ModelFile model = TinyModels.of(DISTANCE_AWARE);
    assertTogetherIsAlone(
        lanes -> PfnMethods.onDevice(lanes, model, recipe(EAGER), Device.CPU), 1e-9);
    assertTogetherIsAlone(lanes -> committee(lanes, RoundSearch.standard(), EAGER), 0);
  }

  @Test
  void closeUps_areTakenWhetherValuesRepeatOrNot() {
    double[][] eager = suggest(l -> committee(l, RoundSearch.standard(), EAGER), TASKS);
    double[][] full = suggest(l -> committee(l, RoundSearch.standard(), EndGame.none()), TASKS);
    for (int i = 0; i < full.length; i++) {
      assertThat(eager[i]).isNotEqualTo(full[i]);
    }
  }

  @Test
  void closeUps_onLibtorchAreThoseOfTheLibrary() throws IOException {
    ModelFile model = TinyModels.of(DISTANCE_AWARE);
    Path file = folder.resolve("close.pfn");
    model.write(file);
    double[][] here =
        suggest(lanes -> PfnMethods.onDevice(lanes, model, recipe(EAGER), Device.CPU), TASKS);
    double[][] library =
        suggest(
            lanes ->
                PfnMethods.start(
                    lanes, new ModelReference(file.toString()), recipe(EAGER), Device.CPU),
            TASKS);
    for (int i = 0; i < here.length; i++) {
      assertThat(here[i]).containsExactly(library[i], Assertions.within(1e-9));
    }
  }

  private static Proposer committee(List<Lane> lanes, Search search, EndGame endGame) {
    return LockStep.of(
        lanes,
        new Recipe(lane -> search, endGame, Hurdle.LOWEST_SEEN, Integer.MAX_VALUE),
        OutputScaling.ROBUST_LOG,
        new SurrogateScorer(
            lanes.stream().map(l -> new Committee(CommitteeConfig.standard())).toList(),
            new CommitteeJudge(CommitteeConfig.standard()),
            Acquisition.EXPECTED_IMPROVEMENT));
  }

  /** A small local search. */
  private static Recipe recipe(EndGame endGame) {
    return new Recipe(lane -> LOCAL, endGame, Hurdle.LOWEST_SEEN, Integer.MAX_VALUE);
  }

  private static void assertTogetherIsAlone(
      Function<List<Lane>, Proposer> starter, double tolerance) {
    double[][] together = suggest(starter, TASKS);
    for (int i = 0; i < TASKS.size(); i++) {
      double[][] alone = suggest(starter, List.of(TASKS.get(i)));
      assertThat(alone[0]).containsExactly(together[i], Assertions.within(tolerance));
    }
    assertThat(together[0]).isNotEqualTo(together[1]);
  }

  /** The third suggestion of each run, after two more observations. */
  private static double[][] suggest(Function<List<Lane>, Proposer> starter, List<String> tasks) {
    List<Lane> lanes = new ArrayList<>();
    for (String name : tasks) {
      lanes.add(lane(Tasks.named(name)));
    }
    try (Proposer proposer = starter.apply(lanes)) {
      for (int step = 0; step < 2; step++) {
        double[][] points = proposer.propose();
        for (int i = 0; i < points.length; i++) {
          Objective objective = Tasks.named(tasks.get(i)).objective(3);
          lanes.get(i).add(points[i], objective.observe(points[i], 10 + step));
        }
      }
      return Arrays.stream(proposer.propose()).toArray(double[][]::new);
    }
  }

  private static Lane lane(Task task) {
    Objective objective = task.objective(3);
    Lane lane = new Lane(task.name() + " test", 3, 10, objective);
    double[][] design = InitialDesign.of(task, 3);
    for (int i = 0; i < design.length; i++) {
      lane.start(design[i], objective.observe(design[i], i));
    }
    return lane;
  }
}

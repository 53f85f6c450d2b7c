package dev.leadline.lab.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.lab.problem.Objective;
import dev.leadline.lab.problem.Outcome;
import dev.leadline.lab.problem.Task;
import dev.leadline.lab.problem.Tasks;
import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.torch.tensor.Device;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudyMethodTest {

  private static final MethodContext STUDIES = new MethodContext(Device.CPU, Map.of());

  private static RunHistory history(Task task) {
    Objective objective = task.objective(3);
    RunHistory history = new RunHistory(task.name() + " test", 3, 10, objective);
    double[][] design = task.initial(3);
    for (int i = 0; i < design.length; i++) {
      history.start(design[i], objective.evaluate(design[i], i));
    }
    return history;
  }

  private static void tell(Proposer proposer, RunHistory history, double[] point, Outcome outcome) {
    proposer.tell(List.of(outcome));
    history.add(point, outcome);
  }

  /** The points of some steps, taken up anew by another proposer after each so many of them. */
  private static List<double[]> run(Task task, int steps, int between) {
    RunHistory history = history(task);
    Objective objective = task.objective(3);
    List<double[]> points = new ArrayList<>();
    while (points.size() < steps) {
      try (Proposer proposer = Methods.named("committee", STUDIES).start(List.of(history))) {
        for (int i = 0; i < between && points.size() < steps; i++) {
          double[] point = proposer.propose()[0];
          tell(proposer, history, point, objective.evaluate(point, 10 + points.size()));
          points.add(point);
        }
      }
    }
    return points;
  }

  @ParameterizedTest
  @ValueSource(strings = {"branin-2d", "mixed-branin", "levy-2d@noise=0.1"})
  void run_isWhatAStudySuggests(String name) {
    Task task = Tasks.named(name);
    Objective objective = task.objective(3);
    RunHistory history = history(task);
    List<double[]> points = run(task, 4, 4);
    try (Study study =
        Study.builder(objective.space())
            .seed(history.runSeed())
            .noise(objective.noise())
            .strategy(Strategies.committee())
            .build()) {
      for (int i = 0; i < history.initial(); i++) {
        study.observe(objective.space().decode(history.point(i)), history.value(i));
      }
      for (int i = 0; i < points.size(); i++) {
        Trial trial = study.ask();
        assertThat(objective.space().encode(trial.configuration())).isEqualTo(points.get(i));
        study.tell(trial, objective.observe(points.get(i), 10 + i));
      }
    }
  }

  @Test
  void resumedRun_goesOnAsIfItHadNotBeenInterrupted() {
    Task task = Tasks.named("mixed-branin");
    assertThat(run(task, 5, 2).toArray(double[][]::new))
        .isDeepEqualTo(run(task, 5, 5).toArray(double[][]::new));
  }

  @Test
  void manyTrialsAtOnce_areDifferentAndEndInAnotherOrder() {
    Task task = Tasks.named("branin-2d");
    Objective objective = task.objective(3);
    List<double[]> ends = new ArrayList<>();
    RunHistory history = history(task);
    try (Proposer proposer = Methods.named("random-q8", STUDIES).start(List.of(history))) {
      for (int i = 0; i < 24; i++) {
        double[] point = proposer.propose()[0];
        tell(proposer, history, point, objective.evaluate(point, 0));
        ends.add(point);
      }
    }
    List<double[]> starts = new ArrayList<>();
    try (Study study =
        Study.builder(objective.space())
            .seed(history.runSeed())
            .strategy(Strategies.random())
            .build()) {
      for (int i = 0; i < history.initial(); i++) {
        study.observe(objective.space().decode(history.point(i)), history.value(i));
      }
      for (int i = 0; i < 24 + 7; i++) {
        starts.add(objective.space().encode(study.ask().configuration()));
      }
    }
    assertThat(ends).doesNotHaveDuplicates().isSubsetOf(starts);
    assertThat(ends.toArray(double[][]::new))
        .isNotEqualTo(starts.subList(0, 24).toArray(double[][]::new));
    assertThat(Methods.named("committee-q32", STUDIES).name()).isEqualTo("committee-q32");
  }

  @Test
  void trialsAtOnce_areSuggestedWhileTheOthersRun() {
    Task task = Tasks.named("branin-2d");
    Objective objective = task.objective(3);
    RunHistory history = history(task);
    RunHistory alone = history(task);
    try (Proposer many = Methods.named("committee-q3", STUDIES).start(List.of(history));
        Proposer one = Methods.named("committee-q1", STUDIES).start(List.of(alone))) {
      double[] first = one.propose()[0];
      tell(one, alone, first, objective.evaluate(first, 0));
      List<double[]> ended = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        double[] point = many.propose()[0];
        tell(many, history, point, objective.evaluate(point, 0));
        ended.add(point);
      }
      assertThat(ended).anySatisfy(point -> assertThat(point).isEqualTo(first));
      assertThat(one.propose()[0]).isNotIn(ended.toArray());
    }
  }

  @Test
  void manyAtOnce_areForStrategiesOfTheLibraryAlone() {
    assertThat(Methods.named("default-q8", STUDIES).name()).isEqualTo("default-q8");
    assertThatThrownBy(() -> Methods.named("cma-es-q8", STUDIES))
        .hasMessageContaining("committee, default")
        .hasMessageContaining("'cma-es-q8'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "related", "unrelated", "reversed", "mixed"})
  void studiesToldOfOthers_beginElsewhere(String told) {
    Task task = Tasks.named("real-sqlite-mixed");
    MethodContext budget =
        new MethodContext(Device.CPU, Map.of(), Optional.of(new StudyOptions(true, false, false)));
    assertThat(first("committee:" + told, task, budget))
        .isNotEqualTo(first("committee", task, budget));
    assertThatThrownBy(() -> first("committee:" + told, Tasks.named("branin-2d"), budget))
        .hasMessageContaining("a task with others of its family");
    assertThatThrownBy(() -> Methods.named("committee:" + told + "s", STUDIES))
        .hasMessageContaining(":best-first, :related");
  }

  /** The first points of a run from nothing, which is taken up anew after each. */
  private static String first(String method, Task task, MethodContext context) {
    Objective objective = task.objective(0);
    RunHistory history = new RunHistory(task.name() + " test", 0, 10, objective);
    RunHistory whole = new RunHistory(task.name() + " test", 0, 10, objective);
    double[][] points = new double[3][];
    try (Proposer once = Methods.named(method, context).start(List.of(whole))) {
      for (int i = 0; i < points.length; i++) {
        try (Proposer again = Methods.named(method, context).start(List.of(history))) {
          points[i] = again.propose()[0];
          assertThat(once.propose()[0]).isEqualTo(points[i]);
          Outcome outcome = objective.evaluate(points[i], i);
          tell(again, history, points[i], outcome);
          tell(once, whole, points[i], outcome);
        }
      }
    }
    return Arrays.deepToString(points);
  }
}

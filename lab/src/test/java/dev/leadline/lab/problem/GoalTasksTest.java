package dev.leadline.lab.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.functions.Polynomial;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class GoalTasksTest {

  @Test
  void noPoint_isBetterThanTheIdeal() {
    SplittableRandom random = new SplittableRandom(1);
    for (GoalTask problem : GoalTasks.all()) {
      for (int i = 0; i < 2000; i++) {
        double[] values = problem.at(random.doubles(problem.dimensions()).toArray());
        assertThat(values).hasSize(problem.ideal().size());
        for (int k = 0; k < values.length; k++) {
          assertThat(values[k]).as(problem.name()).isGreaterThanOrEqualTo(problem.ideal().get(k));
        }
      }
    }
  }

  @Test
  void truePoints_lieOnTheFrontsOfTheMadeUpProblems() {
    assertThat(named("zdt1").at(new double[] {0.25, 0, 0, 0, 0})).containsExactly(0.25, 0.5);
    assertThat(named("zdt2").at(new double[] {0.5, 0, 0, 0, 0})).containsExactly(0.5, 0.75);
    double[] middle = {0.3, 0.6, 0.5, 0.5, 0.5};
    assertThat(DoubleStream.of(named("dtlz1-3").at(middle)).sum()).isCloseTo(0.5, within(1e-12));
    assertThat(DoubleStream.of(named("dtlz2-3").at(middle)).map(v -> v * v).sum())
        .isCloseTo(1, within(1e-12));
    assertThat(named("dtlz7-2").at(new double[] {0, 0, 0, 0})).containsExactly(0, 4);
  }

  @Test
  void heldOutProblems_haveTheirKnownPoints() {
    double[] lowest = named("branin-currin").at(new double[] {(Math.PI + 5) / 15, 2.275 / 15});
    assertThat(lowest[0]).isCloseTo(0.397887, within(1e-6));
    assertThat(named("branin-currin").at(new double[] {0, 0})[1]).isEqualTo(3);
    assertThat(named("kursawe").at(new double[] {0.5, 0.5, 0.5})).containsExactly(-20, 0);
    double[] fonseca = named("fonseca").at(new double[] {0.5, 0.5, 0.5});
    assertThat(fonseca[0]).isCloseTo(1 - Math.exp(-1), within(1e-12)).isEqualTo(fonseca[1]);
    double[] wfg = named("wfg4").at(new double[] {0.35, 0.35, 0.35, 0.35});
    assertThat(wfg).containsExactly(new double[] {0, 4}, within(1e-12));
    assertThat(named("disc-brake").at(new double[] {0, 0.5, 0.5, 0.5})[2]).isZero();
  }

  @Test
  void engineering_hasTheValuesThatWerePublished() {
    assertThat(named("four-bar-truss").at(new double[4])[0]).isCloseTo(1237.8414, within(1e-3));
    assertThat(named("four-bar-truss").at(new double[4])[1]).isCloseTo(0.04, within(1e-9));
    assertThat(named("hatch-cover").at(new double[2])[1]).isCloseTo(44.2819, within(1e-4));
    assertThat(named("vehicle").at(new double[5])[0]).isCloseTo(1661.7078, within(1e-4));
    assertThat(named("rocket-injector").at(new double[4])).containsExactly(0.692, 0.153, 0.370);
  }

  @Test
  void reached_isOneAtTheIdealAndNothingBeyondTheReference() {
    GoalTask problem = named("vehicle");
    assertThat(reached(problem, problem.ideal())).isCloseTo(1, within(1e-9));
    assertThat(reached(problem, problem.reference())).isZero();
  }

  @Test
  void polynomial_isReadTermByTerm() {
    assertThat(new Polynomial("0.5 -2a +3ab").at(new double[] {2, 0.5})).isEqualTo(-0.5);
    assertThatThrownBy(() -> new Polynomial("2*a")).hasMessageContaining("expected terms");
  }

  private static GoalTask named(String name) {
    return (GoalTask) Tasks.named("goals-" + name);
  }

  private static double reached(GoalTask problem, List<Double> values) {
    double[] point = values.stream().mapToDouble(Double::doubleValue).toArray();
    return GoalTask.reached(List.of(point), problem.ideal(), problem.reference());
  }
}

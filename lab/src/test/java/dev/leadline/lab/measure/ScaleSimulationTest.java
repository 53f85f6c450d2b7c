package dev.leadline.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.lab.measure.ScaleSimulation.StepCosts;
import dev.leadline.lab.measure.ScaleSimulation.Traffic;
import dev.leadline.lab.measure.ScaleSimulation.Workload;
import org.junit.jupiter.api.Test;

class ScaleSimulationTest {

  @Test
  void freeSteps_leaveWorkersBusyAllTheTime() {
    Traffic traffic = run(new StepCosts(0, 0, 0, 0), Workload.of(50, 2));
    assertThat(traffic.busy()).isCloseTo(1, within(0.03));
    assertThat(traffic.trialsPerSecond()).isCloseTo(25, within(1.0));
    assertThat(traffic.bottleneck()).isEqualTo("none");
  }

  @Test
  void oneWorker_paysForEveryStepInTurn() {
    Traffic traffic = run(new StepCosts(0.3, 0, 0.1, 0.1), Workload.of(1, 0.5));
    assertThat(traffic.trialsPerSecond()).isCloseTo(1, within(0.03));
    assertThat(traffic.suggester()).isCloseTo(0.3, within(0.02));
    assertThat(traffic.writer()).isCloseTo(0.2, within(0.02));
  }

  @Test
  void manyWorkers_getWhatTheOneSuggesterGives() {
    Traffic traffic = run(new StepCosts(0.05, 0, 0.001, 0.001), Workload.of(1000, 10));
    assertThat(traffic.trialsPerSecond()).isCloseTo(20, within(0.5));
    assertThat(traffic.bottleneck()).isEqualTo("suggester");
  }

  @Test
  void moreStudies_liftTheSuggesterAndTheWriter() {
    StepCosts costs = new StepCosts(0.05, 0, 0.01, 0.01);
    double one = run(costs, Workload.of(1000, 10)).trialsPerSecond();
    double four = run(costs, new Workload(1000, 10, 4, 1)).trialsPerSecond();
    assertThat(four / one).isCloseTo(4, within(0.2));
  }

  @Test
  void writer_isTheBottleneckWhereSuggestionsAreCheap() {
    Traffic traffic = run(new StepCosts(0.001, 0, 0.01, 0.01), Workload.of(1000, 1));
    assertThat(traffic.trialsPerSecond()).isCloseTo(50, within(1.0));
    assertThat(traffic.bottleneck()).isEqualTo("writer");
  }

  @Test
  void news_slowSuggestionsDownWithTheNumberOfWorkers() {
    StepCosts costs = new StepCosts(0.001, 0.001, 0, 0);
    double few = run(costs, Workload.of(10, 1)).suggester();
    double many = run(costs, Workload.of(20, 1)).suggester();
    assertThat(many / few).as("as the square, nearly").isBetween(3.0, 4.0);
    assertThat(run(costs.served(), Workload.of(20, 1)).suggester()).isLessThan(few);
  }

  @Test
  void sameSeed_isTheSameTraffic() {
    StepCosts costs = new StepCosts(0.01, 0.001, 0.01, 0.01);
    assertThat(run(costs, Workload.of(30, 1))).isEqualTo(run(costs, Workload.of(30, 1)));
  }

  @Test
  void tooFewTrials_areRefused() {
    assertThatThrownBy(
            () -> ScaleSimulation.run(new StepCosts(0, 0, 0, 0), Workload.of(10, 1), 29, 0))
        .hasMessageContaining("at least 3 trials for each of 10 workers but got 29");
  }

  private static Traffic run(StepCosts costs, Workload load) {
    return ScaleSimulation.run(costs, load, Math.max(1000, 6L * load.workers()), 7);
  }
}

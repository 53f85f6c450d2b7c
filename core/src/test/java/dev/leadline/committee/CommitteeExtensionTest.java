package dev.leadline.committee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leadline.surrogate.Distribution;
import dev.leadline.surrogate.Observations;
import dev.leadline.surrogate.Predictive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CommitteeExtensionTest {

  private static final CommitteeConfig CONFIG = CommitteeConfig.standard();

  @Test
  void valuesThatAreLessSure_equalConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1);
    Observations other = CommitteeTest.lessSure(all);
    double[][] points = Samples.points(50, 3, 2);
    Committee committee = new Committee(CONFIG);
    committee.condition(all);
    assertSame(committee.condition(other), new Committee(CONFIG).condition(other), points, 0);
    assertSame(committee.condition(all), new Committee(CONFIG).condition(all), points, 0);
  }

  @Test
  void extending_equalsConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1);
    double[][] points = Samples.points(50, 3, 2);
    Committee grown = new Committee(CONFIG);
    for (int n : new int[] {0, 1, 2, 3, 4, 5, 9, 16, 17, 44}) {
      grown.condition(Samples.first(all, n));
    }
    assertSame(grown.condition(all), new Committee(CONFIG).condition(all), points, 0);
  }

  @Test
  void manyRowsAtOnce_haveTheBitsOfOneAfterTheOther() {
    Observations all = Samples.observations(150, 3, 1);
    double[][] points = Samples.points(50, 3, 2);
    Committee grown = new Committee(CONFIG);
    for (int n = 57; n < 150; n += n < 70 ? 1 : 11) {
      grown.condition(Samples.first(all, n));
    }
    assertSame(grown.condition(all), new Committee(CONFIG).condition(all), points, 0);
  }

  @Test
  void shortening_equalsConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1);
    double[][] points = Samples.points(50, 3, 2);
    Committee committee = new Committee(CONFIG);
    committee.condition(all);
    Observations fewer = Samples.first(all, 22);
    assertSame(committee.condition(fewer), new Committee(CONFIG).condition(fewer), points, 0);
  }

  @Test
  void glanceAside_andReturn_equalConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1);
    Observations aside = Samples.observations(20, 3, 5);
    assertGlanceAsideAndReturn(all, aside);
  }

  @Test
  void otherUnits_equalConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1);
    Observations other = all.withInputUnits(Samples.units(3, 0.2));
    double[][] points = Samples.points(50, 3, 2);
    Committee committee = new Committee(CONFIG);
    committee.condition(Samples.first(all, 44));
    assertSame(committee.condition(other), new Committee(CONFIG).condition(other), points, 0);
    Observations fewer = Samples.first(all, 30);
    assertSame(committee.condition(fewer), new Committee(CONFIG).condition(fewer), points, 0);
    assertSame(committee.condition(all), new Committee(CONFIG).condition(all), points, 0);
    assertThat(committee.condition(other).weights())
        .isNotEqualTo(committee.condition(all).weights());
  }

  @Test
  void glanceAside_inOtherUnitsAndReturn_equalConditioningFromScratch() {
    Observations all = Samples.observations(45, 3, 1).withInputUnits(Samples.units(3, 0.5));
    Observations aside = Samples.observations(20, 3, 5).withInputUnits(Samples.units(3, 0.1));
    assertGlanceAsideAndReturn(all, aside);
  }

  private static void assertGlanceAsideAndReturn(Observations all, Observations aside) {
    double[][] points = Samples.points(50, 3, 2);
    Committee committee = new Committee(CONFIG);
    committee.condition(Samples.first(all, 44));
    assertSame(committee.condition(aside), new Committee(CONFIG).condition(aside), points, 0);
    assertSame(committee.condition(all), new Committee(CONFIG).condition(all), points, 0);
  }

  @Test
  void changedTail_equalsConditioningFromScratch() {
    Observations all = Samples.observations(30, 2, 1);
    double[][] changed = all.points();
    changed[20] = new double[] {0.123, 0.456};
    Observations other = new Observations(2, changed, Samples.values(changed));
    Committee committee = new Committee(CONFIG);
    CommitteePosterior before = committee.condition(all);
    double[][] points = Samples.points(50, 2, 2);
    Predictive kept = before.at(points);
    assertSame(committee.condition(other), new Committee(CONFIG).condition(other), points, 0);
    assertThat(before.at(points).get(3).mean()).isEqualTo(kept.get(3).mean());
  }

  @Test
  void rescaledValues_equalConditioningFromScratch() {
    Observations all = Samples.observations(30, 2, 1);
    double[] scaled = Arrays.stream(all.values()).map(y -> 3 * y - 1).toArray();
    Observations other = new Observations(2, all.points(), scaled);
    Committee committee = new Committee(CONFIG);
    committee.condition(all);
    assertSame(
        committee.condition(other),
        new Committee(CONFIG).condition(other),
        Samples.points(20, 2, 3),
        0);
  }

  @Test
  void orderOfObservations_doesNotMatter() {
    Observations all = Samples.observations(60, 4, 5);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(3));
    double[][] shuffled = order.stream().map(all::point).toArray(double[][]::new);
    double[] values = order.stream().mapToDouble(all::value).toArray();
    assertSame(
        new Committee(CONFIG).condition(all),
        new Committee(CONFIG).condition(new Observations(4, shuffled, values)),
        Samples.points(50, 4, 6),
        1e-6);
  }

  @Test
  void blocksAndThreads_doNotMatter() {
    CommitteePosterior posterior = new Committee(CONFIG).condition(Samples.observations(120, 3, 5));
    double[][] points = Samples.points(1300, 3, 6);
    Predictive together = posterior.at(points);
    for (int c : new int[] {0, 159, 700, 1299}) {
      Distribution alone = posterior.at(new double[][] {points[c]}).get(0);
      assertThat(alone.mean()).isEqualTo(together.get(c).mean());
      assertThat(alone.variance()).isEqualTo(together.get(c).variance());
    }
  }

  @Test
  void concurrentConditioning_givesEveryCallerItsOwnPosterior() throws Exception {
    Committee shared = new Committee(CONFIG);
    double[][] points = Samples.points(20, 2, 2);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> callers = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Observations all = Samples.observations(40, 2, t % 2);
        callers.add(
            () -> {
              for (int n = 0; n <= all.size(); n += 5) {
                Observations some = Samples.first(all, n);
                assertSame(
                    shared.condition(some), new Committee(CONFIG).condition(some), points, 0);
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(callers)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void assertSame(
      CommitteePosterior actual, CommitteePosterior expected, double[][] points, double offset) {
    Predictive left = actual.at(points);
    Predictive right = expected.at(points);
    for (int c = 0; c < points.length; c++) {
      assertThat(left.get(c).mean()).isCloseTo(right.get(c).mean(), within(offset));
      assertThat(left.get(c).variance()).isCloseTo(right.get(c).variance(), within(offset));
    }
    assertThat(actual.weights())
        .containsExactly(expected.weights(), within(Math.max(offset, 1e-300)));
  }
}

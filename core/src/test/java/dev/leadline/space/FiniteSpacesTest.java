package dev.leadline.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leadline.study.Strategies;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A study of a finite space tries each configuration that is allowed once, and then ends. */
class FiniteSpacesTest {

  private static final int MOST = 500;

  @Test
  void finiteSpaces_areUsedUpExactly() {
    finiteSpacesAreUsedUpExactly(1, 15, 8);
  }

  @Test
  @Tag("slow")
  void finiteSpaces_areUsedUpExactlyInVolume() {
    finiteSpacesAreUsedUpExactly(2, 2_000, 80);
  }

  /**
   * @param modelled the most configurations of a space that the committee is asked about
   */
  private static void finiteSpacesAreUsedUpExactly(long seed, int count, int modelled) {
    SplittableRandom random = new SplittableRandom(seed);
    int spaces = 0;
    while (spaces < count) {
      List<Parameter> parameters = new ArrayList<>(RandomSpace.parameters(random));
      parameters.removeIf(RealParameter.class::isInstance);
      long all =
          parameters.stream()
              .mapToLong(p -> p.cardinality().orElseThrow())
              .reduce(1, (a, b) -> a * b);
      if (!parameters.isEmpty() && all <= MOST) {
        RandomSpace made = RandomSpace.of(parameters, random);
        Set<Configuration> allowed = new HashSet<>();
        collect(made, Map.of(), allowed);
        isUsedUp(made.space(), allowed, "random", random);
        isUsedUp(made.space(), allowed, "sobol", random);
        if (allowed.size() <= modelled) {
          isUsedUp(made.space(), allowed, "committee", random);
        }
        spaces++;
      }
    }
  }

  /** All that is allowed, parameter by parameter. */
  private static void collect(
      RandomSpace made, Map<String, Value> begun, Set<Configuration> found) {
    List<Parameter> parameters = made.space().parameters();
    if (begun.size() == parameters.size()) {
      Configuration active = made.active(begun);
      if (made.isFeasible(active)) {
        found.add(active);
      }
      return;
    }
    Parameter next = parameters.get(begun.size());
    for (long i = 0; i < next.cardinality().orElseThrow(); i++) {
      Map<String, Value> more = new LinkedHashMap<>(begun);
      more.put(next.name(), next.value(i));
      collect(made, more, found);
    }
  }

  private static void isUsedUp(
      Space space, Set<Configuration> allowed, String strategy, SplittableRandom random) {
    String what = strategy + " in " + space;
    Set<Configuration> left = new HashSet<>(allowed);
    try (Study study =
        Study.builder(space).strategy(Strategies.named(strategy)).seed(random.nextLong()).build()) {
      while (!left.isEmpty()) {
        for (Trial trial : study.ask(1 + random.nextInt(3))) {
          assertThat(left.remove(trial.configuration())).as("%s: %s", what, trial).isTrue();
          switch (random.nextInt(4)) {
            case 0 -> study.fail(trial, "no");
            case 1 -> {} // it goes on
            default -> study.tell(trial, random.nextInt(5));
          }
        }
      }
      assertThatThrownBy(study::ask).as(what).isInstanceOf(SpaceExhaustedException.class);
    }
  }
}

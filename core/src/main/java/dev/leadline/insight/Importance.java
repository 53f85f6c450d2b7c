package dev.leadline.insight;

import dev.leadline.space.Configuration;
import dev.leadline.space.Parameter;
import dev.leadline.space.Space;
import dev.leadline.study.StudyModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** How much each parameter matters to what the model predicts. */
public final class Importance {

  /* Jansen's estimate of the total effects, T_i ∝ Σ (f(a) − f(a with input i of b))² over pairs of random configurations a, b, with f
  the predicted median in the model's units: one batch of predictions for all inputs. A pair that leaves the feasible configurations
  does not count for its input. Shares: all T_i together are 1. */

  /** How it is computed, for those who read the shares. */
  public static final String METHOD =
      "One input is changed at random while all others stay: the mean square of how much the model's prediction changes,"
          + " over many random settings, as a share of all inputs together. Interactions count for every input that takes part."
          + " It describes the model over the whole space, not only near the best settings.";

  private static final int PREDICTIONS = 2048;
  private static final int FEWEST_PAIRS = 48;
  private static final int TRIES = 50;

  private Importance() {}

  /**
   * The share of each parameter, in the order of the space; all 0 where nothing matters.
   *
   * @param seed of the settings at which the model is asked
   */
  public static Map<String, Double> of(StudyModel belief, long seed) {
    Space space = belief.space();
    List<Parameter> inputs = space.parameters();
    int pairs = Math.max(FEWEST_PAIRS, PREDICTIONS / (inputs.size() + 1));
    SplittableRandom random = new SplittableRandom(seed);
    List<Configuration> asked = new ArrayList<>();
    List<Integer> changed = new ArrayList<>(); // the input that differs from the last base, or −1
    for (int pair = 0; pair < pairs; pair++) {
      double[] base = draw(space, random);
      double[] other = draw(space, random);
      asked.add(space.decode(base));
      changed.add(-1);
      for (int i = 0; i < inputs.size(); i++) {
        Move move = Move.along(space, inputs.get(i).name());
        Configuration moved = space.decode(move.exchanged(base, other));
        if (space.feasible(moved)) {
          asked.add(moved);
          changed.add(i);
        }
      }
    }
    return shares(inputs, effects(belief.scaledMedians(asked), changed, inputs.size()));
  }

  private static double[] effects(double[] medians, List<Integer> changed, int inputs) {
    double[] sums = new double[inputs];
    int[] counts = new int[inputs];
    double base = Double.NaN;
    for (int i = 0; i < medians.length; i++) {
      int input = changed.get(i);
      if (input < 0) {
        base = medians[i];
      } else {
        sums[input] += (medians[i] - base) * (medians[i] - base);
        counts[input]++;
      }
    }
    for (int i = 0; i < inputs; i++) {
      sums[i] /= Math.max(1, counts[i]);
    }
    return sums;
  }

  private static Map<String, Double> shares(List<Parameter> inputs, double[] effects) {
    double all = 0;
    for (double effect : effects) {
      all += effect;
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    for (int i = 0; i < effects.length; i++) {
      shares.put(inputs.get(i).name(), all > 0 ? effects[i] / all : 0.0);
    }
    return shares;
  }

  private static double[] draw(Space space, SplittableRandom random) {
    return Stream.generate(() -> random.doubles(space.dimensions()).toArray())
        .limit(TRIES)
        .filter(point -> space.feasible(space.decode(point)))
        .findFirst()
        .orElseGet(() -> random.doubles(space.dimensions()).toArray());
  }
}

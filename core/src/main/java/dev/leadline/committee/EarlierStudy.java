package dev.leadline.committee;

import dev.leadline.scaling.InputScaling;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an earlier study expects of any place, on a scale of its own: the mean of the isotropic
 * members of a committee. Immutable and thread-safe.
 */
final class EarlierStudy {

  private static final CommitteeConfig MEMBERS = CommitteeConfig.standard().isotropic();
  private static final int BLOCK = 128;

  /** The weight of kernels that are not worth their time. */
  private static final double NEXT_TO_NOTHING = 0.01;

  private final Observations seen;
  private final SortedMap<Integer, double[]> strengths = new TreeMap<>(); // by kernel, (N)

  EarlierStudy(Observations raw, OutputScaling scaling, InputScaling inputs) {
    Observations scaled = raw.withValues(scaling.fit(raw.values()).toModel(raw.values()));
    this.seen = scaled.withInputUnits(inputs.inputUnits(scaled));
    Factorisation factorisation = Factorisation.empty(MEMBERS, seen.inputUnits()).at(seen.points());
    List<Member> members = Evidence.weigh(MEMBERS, factorisation, seen.values()).members();
    Map<Integer, Double> weights =
        members.stream()
            .collect(
                Collectors.groupingBy(
                    member -> MEMBERS.kernelOf(member.index()),
                    Collectors.summingDouble(Member::weight)));
    weights.values().removeIf(weight -> weight < NEXT_TO_NOTHING);
    double total = weights.values().stream().mapToDouble(weight -> weight).sum();
    for (Member member : members) {
      int kernel = MEMBERS.kernelOf(member.index());
      if (weights.containsKey(kernel)) {
        double[] sum =
            strengths.computeIfAbsent(kernel, k -> new double[VectorLoops.padded(seen.size())]);
        VectorLoops.addScaled(sum, member.solution(), member.weight() / total, seen.size());
      }
    }
  }

  double[] at(double[][] points) {
    double[] units = seen.inputUnits();
    Columns columns = new Columns(units, 1, BLOCK);
    KernelSweep sweep = new KernelSweep(MEMBERS, units, seen.points(), List.of(), BLOCK, List.of());
    double[] means = new double[points.length];
    double[] sum = new double[BLOCK];
    for (int from = 0; from < points.length; from += BLOCK) {
      int to = Math.min(from + BLOCK, points.length);
      columns.fill(points, from, to);
      sweep.place(columns, to - from);
      Arrays.fill(sum, 0);
      strengths.forEach(
          (kernel, a) -> {
            sweep.step(kernel, columns);
            for (int i = 0; i < a.length; i += 4) {
              VectorLoops.addFour(
                  sum, sweep.value(), i, a[i], a[i + 1], a[i + 2], a[i + 3], sweep.width());
            }
          });
      System.arraycopy(sum, 0, means, from, to - from);
    }
    return means;
  }
}

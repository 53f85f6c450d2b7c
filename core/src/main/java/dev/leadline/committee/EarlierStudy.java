package dev.leadline.committee;

import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What an earlier study expects of any place, on a scale of its own: the mean of the isotropic
 * members of a committee. Immutable and thread-safe.
 */
final class EarlierStudy {

  private static final CommitteeConfig MEMBERS = CommitteeConfig.standard().isotropic();
  private static final int BLOCK = 128;

  private final Observations seen;
  private final SortedMap<Integer, double[]> strengths = new TreeMap<>(); // by kernel, (N)

  EarlierStudy(Observations raw, OutputScaling scaling) {
    Observations scaled = raw.withValues(scaling.fit(raw.values()).toModel(raw.values()));
    this.seen = scaled.withInputUnits(new InputUnits(MEMBERS).of(scaled));
    Factorisation factorisation = Factorisation.empty(MEMBERS, seen.inputUnits()).at(seen.points());
    for (Member member : Evidence.weigh(MEMBERS, factorisation, seen.values()).members()) {
      double[] sum =
          strengths.computeIfAbsent(
              MEMBERS.kernelOf(member.index()), kernel -> new double[seen.size()]);
      VectorLoops.addScaled(sum, member.solution(), member.weight(), seen.size());
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
          (kernel, ofKernel) -> {
            sweep.step(kernel, columns);
            for (int i = 0; i < seen.size(); i++) {
              VectorLoops.addScaled(sum, sweep.value()[i], ofKernel[i], sweep.width());
            }
          });
      System.arraycopy(sum, 0, means, from, to - from);
    }
    return means;
  }
}

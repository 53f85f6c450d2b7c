package dev.leadline.committee;

import java.util.List;

/** What each member says about an observation it has not seen, from the inverse for free. */
final class LeaveOneOut {

  private LeaveOneOut() {}

  /** Means and latent variances at each observation when that one is left out. */
  static Forecast forecast(Factorisation factorisation, List<Member> members, double[] values) {
    int n = values.length;
    Forecast forecast = new Forecast(members, n);
    ParallelFor.run(
        members.size(),
        (long) members.size() * n * n,
        k -> {
          Member member = members.get(k);
          double[] precision = member.factor().precision();
          double[] own = factorisation.variances();
          for (int i = 0; i < n; i++) {
            forecast.mean()[k][i] = values[i] - member.solution()[i] / precision[i];
            forecast.variance()[k][i] = member.variance(1 / precision[i] - member.noise() - own[i]);
          }
        });
    return forecast;
  }
}

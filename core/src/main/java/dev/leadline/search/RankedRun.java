package dev.leadline.search;

/** A search in progress that goes in numbered rounds and remembers what was scored. */
abstract class RankedRun implements Search.Run {

  final CandidatePool pool;
  final Ranking ranking = new Ranking();
  private final int rounds;
  private int round;
  private double[][] open = {};

  RankedRun(Domain domain, int rounds) {
    this.pool = new CandidatePool(domain);
    this.rounds = rounds;
  }

  /** Puts the candidates of a round into the pool; from round 1 on the ranking is not empty. */
  abstract void fill(int round);

  @Override
  public final double[][] propose() {
    if (open.length > 0) {
      throw new IllegalStateException("expected scores of the last candidates before more are due");
    }
    while (round < rounds && pool.isEmpty()) {
      if (round > 0 && ranking.isEmpty()) {
        break;
      }
      fill(round++);
    }
    open = pool.drain();
    return copy(open);
  }

  @Override
  public final void score(double[] acquisition, double[] mean) {
    ranking.add(open, acquisition, mean);
    open = new double[][] {};
  }

  @Override
  public final double[] best() {
    if (ranking.isEmpty()) {
      throw new NoCandidateException(
          "no candidate was scored: the domain allowed none of the points that were tried");
    }
    return ranking.best().clone();
  }

  private static double[][] copy(double[][] points) {
    double[][] copy = new double[points.length][];
    for (int i = 0; i < points.length; i++) {
      copy[i] = points[i].clone();
    }
    return copy;
  }
}

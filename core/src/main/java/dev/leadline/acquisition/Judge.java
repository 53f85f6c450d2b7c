package dev.leadline.acquisition;

/** What says how good the candidates of a search are. */
public interface Judge {

  /** The scores of some candidates. */
  Scores scores(double[][] candidates);

  /**
   * A smooth outline of the scores, to be followed uphill: where a belief is pooled with a second
   * opinion, by that one alone for every candidate.
   */
  double[] outline(double[][] candidates);
}

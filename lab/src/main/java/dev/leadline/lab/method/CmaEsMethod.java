package dev.leadline.lab.method;

import java.util.List;

/** CMA-ES from the best initial point, restarted anywhere once it has converged. */
record CmaEsMethod() implements Method {

  @Override
  public String name() {
    return "cma-es";
  }

  @Override
  public Proposer start(List<RunHistory> lanes) {
    List<CmaEsRun> runs = lanes.stream().map(CmaEsRun::new).toList();
    return () -> runs.stream().map(CmaEsRun::next).toArray(double[][]::new);
  }
}

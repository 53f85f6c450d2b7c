package dev.leadline.lab.method;

import dev.leadline.search.Strategy;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One study for each lane, asked as a user would ask it. Not thread-safe. */
final class StudyRuns implements Proposer {

  private final List<Study> studies = new ArrayList<>();
  private final List<Workers> workers = new ArrayList<>();

  /**
   * @param atOnce how many trials of a study are evaluated at the same time
   * @param strategy a new one for each lane; closed with this
   */
  StudyRuns(List<RunHistory> lanes, int atOnce, Function<RunHistory, Strategy> strategy) {
    for (RunHistory lane : lanes) {
      Study study =
          Study.builder(lane.space())
              .seed(lane.runSeed())
              .noise(lane.noise())
              .records(records(lane))
              .strategy(strategy.apply(lane))
              .build();
      studies.add(study);
      workers.add(new Workers(study, lane, atOnce));
    }
  }

  /** What the lane knows, initial points and those of an interrupted run, as trials. */
  private static List<Trial> records(RunHistory lane) {
    return IntStream.range(0, lane.initial() + lane.step())
        .mapToObj(i -> Trial.completed(i, lane.space().decode(lane.point(i)), lane.value(i)))
        .toList();
  }

  @Override
  public double[][] propose() {
    return workers.stream().map(Workers::next).toArray(double[][]::new);
  }

  @Override
  public void close() {
    studies.forEach(Study::close);
  }
}

package dev.leadline.bench.method;

import dev.leadline.bench.lane.Lane;
import dev.leadline.bench.lane.Proposer;
import dev.leadline.study.Strategy;
import dev.leadline.study.Study;
import dev.leadline.study.Trial;
import dev.leadline.study.TrialRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One study for each lane, asked as a user would ask it. Not thread-safe. */
final class StudyRuns implements Proposer {

  private final List<Lane> lanes;
  private final List<Study> studies = new ArrayList<>();
  private final List<Trial> open = new ArrayList<>();

  /**
   * @param strategy a new one for each lane; closed with this
   */
  StudyRuns(List<Lane> lanes, Function<Lane, Strategy> strategy) {
    this.lanes = List.copyOf(lanes);
    for (Lane lane : lanes) {
      studies.add(
          Study.builder(lane.space())
              .seed(lane.runSeed())
              .noise(lane.noise())
              .records(records(lane))
              .strategy(strategy.apply(lane))
              .build());
    }
  }

  /** What the lane knows, initial points and those of an interrupted run, as trials. */
  private static List<TrialRecord> records(Lane lane) {
    return IntStream.range(0, lane.initial() + lane.step())
        .mapToObj(i -> TrialRecord.completed(i, lane.space().decode(lane.point(i)), lane.value(i)))
        .toList();
  }

  @Override
  public double[][] propose() {
    for (int i = 0; i < open.size(); i++) {
      studies.get(i).tell(open.get(i), lanes.get(i).value(open.get(i).number()));
    }
    open.clear();
    studies.forEach(study -> open.add(study.ask()));
    double[][] points = new double[lanes.size()][];
    for (int i = 0; i < points.length; i++) {
      points[i] = lanes.get(i).space().encode(open.get(i).configuration());
    }
    return points;
  }

  @Override
  public void close() {
    studies.forEach(Study::close);
  }
}

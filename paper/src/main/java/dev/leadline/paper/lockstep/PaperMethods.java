package dev.leadline.paper.lockstep;

import dev.leadline.acquisition.Scores;
import dev.leadline.lab.method.Method;
import dev.leadline.lab.method.MethodContext;
import dev.leadline.lab.method.MethodSource;
import dev.leadline.lab.method.Proposer;
import dev.leadline.lab.method.RunHistory;
import dev.leadline.lab.problem.Seed;
import dev.leadline.scaling.OutputScaling;
import dev.leadline.surrogate.Observations;
import dev.leadline.torch.tensor.Device;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The paper's methods, its baselines and the controls. Immutable and thread-safe. */
public final class PaperMethods implements MethodSource {

  private final Map<String, Function<MethodContext, Method>> makers = new LinkedHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public PaperMethods() {
    put("gp-2022", GpMethods::classic2022);
    put("gp-modern", GpMethods::modern);
    put("gp-2022-refit", GpMethods::classic2022Refitted);
    putSearches("", LocalDecaySearch::of);
    putSearches("-half", run -> LocalDecaySearch.of(run).halfGlobal());
  }

  @Override
  public List<String> names() {
    return List.copyOf(makers.keySet());
  }

  @Override
  public Method method(String name, MethodContext context) {
    return Objects.requireNonNull(makers.get(name), name).apply(context);
  }

  /** The paper's transformers and the controls behind one search. */
  private void putSearches(String suffix, Function<RunHistory, LocalDecaySearch> search) {
    put("gp-local" + suffix, (runs, device) -> GpMethods.withSearch(runs, search, device));
    String alone = "local-only" + suffix;
    makers.put(alone, context -> new BatchMethod(alone, 1, runs -> localOnly(runs, search)));
    for (String variant : List.of("pt", "pt-r", "pt-nu", "pt-nur")) {
      String name = variant + suffix;
      makers.put(name, context -> new PfnMethod(name, context, search));
    }
  }

  private void put(String name, BiFunction<List<RunHistory>, Device, Proposer> starter) {
    makers.put(
        name,
        context ->
            new BatchMethod(
                name, context.together(), runs -> starter.apply(runs, context.device())));
  }

  private static Proposer localOnly(
      List<RunHistory> runs, Function<RunHistory, LocalDecaySearch> search) {
    return new LockStep(runs, search, OutputScaling.Z_SCORE, PaperMethods::byLot);
  }

  /** Scores that are hashes of the coordinates: the control without a model. */
  static List<Scores> byLot(
      List<Observations> known, double[][][] candidates, double[] incumbents) {
    return Arrays.stream(candidates).map(PaperMethods::lots).toList();
  }

  private static Scores lots(double[][] candidates) {
    double[] lots = Arrays.stream(candidates).mapToDouble(PaperMethods::lot).toArray();
    return Scores.of(lots, new double[lots.length]);
  }

  private static double lot(double[] point) {
    long[] bits = Arrays.stream(point).mapToLong(Double::doubleToLongBits).toArray();
    return (Seed.of("lot", bits) >>> 11) * 0x1p-53;
  }

  /** A method given by the way it starts at most so many runs together. */
  private record BatchMethod(
      String name, int together, Function<List<RunHistory>, Proposer> starter) implements Method {

    @Override
    public Proposer start(List<RunHistory> runs) {
      return starter.apply(runs);
    }
  }
}

package dev.leadline.lab.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the names of the methods mean, in a few words each. */
public final class MethodNames {

  /** PT-R with a radius, as the plans for the ablation study call it. */
  private static final Pattern WITH_RADIUS = Pattern.compile("pt-r-([0-9]+(?:\\.[0-9]+)?)");

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("rs", "random search, uniform draws"),
          Map.entry("sobol", "a scrambled Sobol sequence"),
          Map.entry("cma-es", "CMA-ES from the best initial point, with restarts"),
          Map.entry("gp-2022", "Gaussian process with the priors of 2022, EI"),
          Map.entry("gp-2022-refit", "the same, fitted at every step"),
          Map.entry("gp-modern", "Gaussian process with priors that scale with the inputs, log EI"),
          Map.entry("gp-local", "control: gp-2022 with the transformers' local search"),
          Map.entry("local-only", "control: that local search without a model"),
          Map.entry("pt", "the paper's transformer"),
          Map.entry("pt-r", "the paper's transformer with the regulariser"),
          Map.entry("pt-nu", "the paper's transformer with non-uniform inputs in training"),
          Map.entry("pt-nur", "the paper's transformer with both"),
          Map.entry("committee", "Leadline's average of fixed Gaussian processes"),
          Map.entry(
              "default",
              "Leadline's default: the committee, told by a transformer how far inputs reach"));

  /** Names for a reader who knows none of ours. */
  private static final Map<String, String> LABELS =
      Map.of(
          "default", "Leadline",
          "committee", "Leadline without its network",
          "rs", "random search",
          "botorch", "BoTorch",
          "optuna-tpe", "Optuna TPE",
          "optuna-gp", "Optuna GPSampler",
          "gp-modern", "Gaussian process, fitted at every step");

  private MethodNames() {}

  /** What a figure calls a method. */
  static String label(String method) {
    return LABELS.getOrDefault(method, method);
  }

  /** A list of the names with a known meaning, as Markdown; aliases and peers are left out. */
  static String explained(List<String> methods) {
    StringBuilder text = new StringBuilder();
    for (String method : methods) {
      String meaning = meaning(method);
      if (meaning != null) {
        text.append("- `").append(method).append("`: ").append(meaning).append('\n');
      }
    }
    return text.toString();
  }

  private static @Nullable String meaning(String method) {
    TrainedVariant variant = TrainedVariant.of(method);
    String plain = MEANINGS.get(variant.method());
    String base =
        radius(variant.method())
            .map("the paper's transformer with the regulariser, radius %s"::formatted)
            .orElse(plain);
    if (base == null) {
      return null;
    }
    return base
        + (variant.halfGlobal() ? ", half of the candidates anywhere" : "")
        + (variant.training() > 1 ? ", training " + variant.training() : "");
  }

  /** The radius of the regulariser in the name of the method; nothing if it has none. */
  public static Optional<BigDecimal> radius(String method) {
    Matcher match = WITH_RADIUS.matcher(method);
    return match.matches() ? Optional.of(new BigDecimal(match.group(1))) : Optional.empty();
  }
}

package dev.leadline.app.execute;

import dev.leadline.app.metrics.CurveSource;
import dev.leadline.app.metrics.ResultSource;
import dev.leadline.storage.Budget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How trials are evaluated and when to stop. Immutable and thread-safe.
 *
 * @param command what is run
 * @param templates files written before each run
 * @param source where results are found
 * @param reports where values are found that trials print as they go, if anybody wants them
 * @param budget how many trials the study may have in all, earlier ones included; empty if it goes
 *     on for ever
 * @param time after which no trial is started any more
 * @param parallel how many trials run at the same time
 * @param timeout after which a trial is killed and failed
 * @param repeat how often each trial is measured; the median counts
 * @param secrets those of {@link #SECRETS} that commands inherit
 */
public record TuningPlan(
    CommandTemplate command,
    List<ConfigTemplate> templates,
    ResultSource source,
    Optional<CurveSource> reports,
    Optional<Budget> budget,
    Optional<Duration> time,
    int parallel,
    Optional<Duration> timeout,
    int repeat,
    Set<String> secrets) {

  /**
   * The environment variables with leadline's own secrets: of the database, of a server that is
   * worked for, and of the server's own certificate.
   */
  public static final List<String> SECRETS =
      List.of("PGPASSWORD", "LEADLINE_TOKEN", "LEADLINE_TLS_PASSWORD");

  public TuningPlan {
    templates = List.copyOf(templates);
    secrets = Set.copyOf(secrets);
  }

  /** The same, with where its metrics are asked for. */
  public TuningPlan asking(Map<String, String> places) {
    ResultSource placed = new ResultSource(source.value(), source.further(), places);
    return new TuningPlan(
        command, templates, placed, reports, budget, time, parallel, timeout, repeat, secrets);
  }
}

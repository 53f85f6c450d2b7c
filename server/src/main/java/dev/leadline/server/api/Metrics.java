package dev.leadline.server.api;

import dev.leadline.server.open.KeptViews;
import dev.leadline.server.open.OpenStudies;
import dev.leadline.server.open.StudyState;
import dev.leadline.storage.StoredState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/** What the server counts, in the text format of Prometheus. Thread-safe. */
public final class Metrics implements AutoCloseable {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final OpenStudies open;
  private final MultiGauge trials;
  private final MultiGauge waiting;
  private final MultiGauge running;
  private final MultiGauge unfinished;

  Metrics(OpenStudies open, Broadcast broadcast) {
    this.open = open;
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    Gauge.builder("leadline.listeners", broadcast, Broadcast::listeners)
        .description("Streams of events that are open.")
        .register(registry);
    Gauge.builder("leadline.views.bytes", open.views(), KeptViews::bytes)
        .description("Bytes of what models said of studies that are kept.")
        .register(registry);
    Gauge.builder("leadline.views.computing", open.views(), KeptViews::computing)
        .description("Looks at models that are being computed.")
        .register(registry);
    this.trials = gauge("leadline.trials", "Trials by state.");
    this.waiting = gauge("leadline.trials.waiting", "Trials that another worker could claim now.");
    this.running = gauge("leadline.trials.running", "Trials that are being evaluated.");
    this.unfinished =
        gauge(
            "leadline.trials.open",
            "Trials that wait or are being evaluated: workers that have something to do.");
  }

  private MultiGauge gauge(String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  /** Notes how long a call took. */
  public void called(String method, String route, int status, Duration time) {
    registry
        .timer(
            "leadline.http.requests",
            Tags.of("method", method, "route", route, "status", Integer.toString(status)))
        .record(time);
  }

  /** Everything as it stands now. */
  String text() {
    List<StudyState> all = open.all();
    waiting.register(rows(all, StudyState::waiting), true);
    running.register(rows(all, state -> state.count(StoredState.RUNNING)), true);
    unfinished.register(
        rows(all, state -> state.waiting() + state.count(StoredState.RUNNING)), true);
    trials.register(
        all.stream()
            .flatMap(
                state ->
                    state.counts().entrySet().stream()
                        .map(
                            entry ->
                                MultiGauge.Row.of(
                                    Tags.of(
                                        "study",
                                        state.name(),
                                        "state",
                                        entry.getKey().name().toLowerCase(Locale.ROOT)),
                                    entry.getValue())))
            .toList(),
        true);
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }

  private static List<MultiGauge.Row<?>> rows(
      List<StudyState> all, ToIntFunction<StudyState> value) {
    return all.stream()
        .<MultiGauge.Row<?>>map(
            state -> MultiGauge.Row.of(Tags.of("study", state.name()), value.applyAsInt(state)))
        .toList();
  }
}

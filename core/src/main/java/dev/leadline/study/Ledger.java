package dev.leadline.study;

import dev.leadline.space.Configuration;
import dev.leadline.space.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The trials of a study by number, with their points. Thread-safe: every method is atomic. */
final class Ledger {

  private record Entry(TrialRecord record, double[] point) {}

  private final Space space;
  private final Direction direction;
  private final TreeMap<Integer, Entry> entries = new TreeMap<>();

  Ledger(Space space, Direction direction) {
    this.space = space;
    this.direction = direction;
  }

  /** Adds a trial whose number is not taken yet. */
  synchronized void add(TrialRecord trial) {
    Configuration configuration = space.conform(trial.configuration());
    TrialRecord conforming =
        new TrialRecord(
            trial.number(), configuration, trial.state(), trial.value(), trial.reason());
    Entry entry = new Entry(conforming, space.encode(configuration));
    if (entries.putIfAbsent(trial.number(), entry) != null) {
      throw new IllegalArgumentException(
          "expected different trial numbers but got %d twice".formatted(trial.number()));
    }
  }

  synchronized int next() {
    return entries.isEmpty() ? 0 : entries.lastKey() + 1;
  }

  synchronized void tell(int number, double value) {
    Entry entry = running(number);
    entries.put(number, new Entry(entry.record().told(value), entry.point()));
  }

  synchronized void fail(int number, String reason) {
    Entry entry = running(number);
    TrialRecord failed = TrialRecord.failed(number, entry.record().configuration(), reason);
    entries.put(number, new Entry(failed, entry.point()));
  }

  synchronized List<TrialRecord> records() {
    return entries.values().stream().map(Entry::record).toList();
  }

  synchronized History history(NoiseKind noise, OptionalInt budget) {
    List<Evaluation> finished = new ArrayList<>();
    List<double[]> pending = new ArrayList<>();
    for (Entry entry : entries.values()) {
      TrialRecord trial = entry.record();
      switch (trial.state()) {
        case RUNNING -> pending.add(entry.point());
        case FAILED -> finished.add(Evaluation.failed(trial.number(), entry.point()));
        case COMPLETED ->
            finished.add(
                Evaluation.completed(
                    trial.number(), entry.point(), direction.minimised(trial.value())));
      }
    }
    return new History(space.dimensions(), finished, pending, noise, budget);
  }

  private Entry running(int number) {
    Entry entry = entries.get(number);
    if (entry == null) {
      throw new IllegalArgumentException(
          "expected the number of a trial of this study but got %d; %s"
              .formatted(
                  number,
                  entries.isEmpty()
                      ? "ask for a trial first"
                      : "the last trial is " + entries.lastKey()));
    }
    TrialRecord trial = entry.record();
    if (trial.state() != TrialState.RUNNING) {
      throw new IllegalStateException(
          "expected a running trial but trial %d is already %s; to add another value of its configuration use observe"
              .formatted(
                  number,
                  trial.state() == TrialState.FAILED
                      ? "failed (%s)".formatted(trial.reason())
                      : "completed with " + trial.value()));
    }
    return entry;
  }
}

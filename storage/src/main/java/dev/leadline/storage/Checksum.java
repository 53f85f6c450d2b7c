package dev.leadline.storage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A number that a row has only as long as nothing in it changed by accident. For one thread.
 *
 * <p>What it is made of is part of the format: a field more is a new version.
 */
final class Checksum {

  /* CRC-32 finds every change of up to four neighbouring bytes, and misses one in four thousand
  million of all others. Lengths are part of it, so that nothing can move from field to field. */

  private final CRC32 crc = new CRC32();

  private Checksum() {}

  static long of(StoredTrial trial) {
    return of(trial, trial.valueOrNaN());
  }

  /**
   * Whether a trial is as it was written; a value of -0.0 was once written and came back as 0.0.
   */
  static boolean isOf(StoredTrial trial, long sum) {
    return sum == of(trial) || (trial.valueOrNaN() == 0 && sum == of(trial, -0.0));
  }

  private static long of(StoredTrial trial, double value) {
    Checksum sum = new Checksum();
    sum.add(trial.number()).add(trial.state().name());
    sum.add(trial.value() == null ? null : Long.toHexString(bits(value)));
    sum.add(trial.reason()).add(trial.output()).add(trial.attempts()).add(trial.deaths());
    sum.add(trial.created().toString());
    sum.add(trial.finished() == null ? null : trial.finished().toString());
    trial.settings().forEach((name, text) -> sum.add(name).add(text));
    trial.pending().forEach(sum::add);
    trial.measurements().values().forEach((name, measured) -> sum.add(name).add(bits(measured)));
    sum.add(trial.curve().toString());
    return sum.crc.getValue();
  }

  static long of(StudyHeader header) {
    Checksum sum = new Checksum();
    sum.add(header.space()).add(header.command()).add(header.strategy()).add(header.seed());
    sum.add(header.noise().name());
    header.budget().ifPresent(budget -> sum.add(budget.trials()).add(budget.counting().name()));
    sum.add(header.maxDeaths().orElse(0));
    header.changes().forEach(sum::add);
    return sum.crc.getValue();
  }

  static long of(Attachment attachment) {
    return new Checksum().add(attachment.kind().name()).add(attachment.text()).crc.getValue();
  }

  private static long bits(double value) {
    return Double.doubleToLongBits(value);
  }

  private Checksum add(long number) {
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    return this;
  }

  private Checksum add(@Nullable String text) {
    if (text == null) {
      return add(-1);
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    add(bytes.length);
    crc.update(bytes);
    return this;
  }
}

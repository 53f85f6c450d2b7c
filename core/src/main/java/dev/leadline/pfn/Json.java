package dev.leadline.pfn;

import java.util.List;
import java.util.Map;

/** A JSON value. Immutable and thread-safe; objects keep the order of their members. */
sealed interface Json {

  record Obj(Map<String, Json> members) implements Json {}

  record Arr(List<Json> items) implements Json {}

  record Str(String value) implements Json {}

  /** A number, kept as it is written. */
  record Num(String text) implements Json {}

  record Bool(boolean value) implements Json {}

  record Null() implements Json {}

  /** Parses one document that holds one value and nothing after it. */
  static Json parse(String text) throws ModelFileException {
    return new JsonParser(text).document();
  }

  static Json of(String value) {
    return new Str(value);
  }

  static Json of(long value) {
    return new Num(Long.toString(value));
  }

  static Json of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("expected a finite number but was " + value);
    }
    return new Num(Double.toString(value));
  }

  /** This value on one line. */
  default String text() {
    StringBuilder out = new StringBuilder();
    JsonWriter.compact(this, out);
    return out.toString();
  }

  /** This value over several indented lines. */
  default String pretty() {
    StringBuilder out = new StringBuilder();
    JsonWriter.pretty(this, 0, out);
    return out.append('\n').toString();
  }
}

package dev.leadline.surrogate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A case of numbers that a script beside them made: lines of a name and numbers.
 *
 * @param numbers by name
 */
public record Golden(Map<String, List<Double>> numbers) {

  /** The cases of a file beside a class. */
  public static List<Golden> read(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n")).map(Golden::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Golden of(String lines) {
    return new Golden(
        lines
            .lines()
            .map(line -> line.split(" "))
            .collect(
                Collectors.toMap(
                    words -> words[0],
                    words -> Arrays.stream(words).skip(1).map(Double::valueOf).toList())));
  }

  public boolean has(String name) {
    return numbers.containsKey(name);
  }

  public double number(String name) {
    return all(name)[0];
  }

  public double[] all(String name) {
    return Objects.requireNonNull(numbers.get(name), name).stream()
        .mapToDouble(number -> number)
        .toArray();
  }

  /** Rows of so many numbers. */
  public double[][] rows(String name, int width) {
    double[] all = all(name);
    double[][] rows = new double[all.length / width][];
    Arrays.setAll(rows, i -> Arrays.copyOfRange(all, i * width, (i + 1) * width));
    return rows;
  }
}

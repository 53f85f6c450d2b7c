package dev.leadline.lab.functions;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A polynomial as text, such as {@code 0.5 -2a +3ab}: each term has a number and the letters of its
 * inputs. Immutable and thread-safe.
 */
public record Polynomial(String text) {

  private static final Pattern TERM = Pattern.compile("([+-]?[0-9.]+)([a-z]*)");

  public Polynomial {
    if (!text.matches("(" + TERM.pattern() + "( |$))+")) {
      throw new IllegalArgumentException("expected terms like 0.5 -2a +3ab but got: " + text);
    }
  }

  /** The value where a is the first input, b the second and so on. */
  public double at(double[] inputs) {
    double sum = 0;
    Matcher terms = TERM.matcher(text);
    while (terms.find()) {
      double term = Double.parseDouble(terms.group(1));
      for (char letter : terms.group(2).toCharArray()) {
        term *= inputs[letter - 'a'];
      }
      sum += term;
    }
    return sum;
  }
}

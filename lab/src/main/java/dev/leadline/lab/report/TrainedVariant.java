package dev.leadline.lab.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the label of a method in a record says about it: {@code pt-nu-half-seed2} is the second
 * training of PT-ν behind the search with half of the candidates anywhere. Immutable.
 *
 * @param method the name without what follows
 * @param halfGlobal whether half of the candidates lie anywhere
 * @param training the number of the training, from 1; 1 for methods without one
 */
public record TrainedVariant(String method, boolean halfGlobal, int training) {

  private static final Pattern LABEL = Pattern.compile("(.+?)(-half)?(?:-seed([1-9][0-9]*))?");

  public static TrainedVariant of(String label) {
    Matcher match = LABEL.matcher(label);
    if (!match.matches()) {
      throw new IllegalArgumentException("expected the label of a method but got '" + label + "'");
    }
    String training = match.group(3);
    return new TrainedVariant(
        match.group(1), match.group(2) != null, training == null ? 1 : Integer.parseInt(training));
  }
}

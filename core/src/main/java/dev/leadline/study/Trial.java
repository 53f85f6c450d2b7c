package dev.leadline.study;

import dev.leadline.space.Configuration;
import java.util.OptionalDouble;

/**
 * One evaluation to be made: its number and the configuration to try. Immutable and thread-safe.
 *
 * @param number from 0, in the order in which the study handed trials out or took observations
 * @param expectedImprovement by how much the model expected this trial to better the best value
 *     before it, in the user's units, without the lowest hundredth of its belief; empty where no
 *     model was asked
 */
public record Trial(int number, Configuration configuration, OptionalDouble expectedImprovement) {}

package dev.leadline.study;

import java.util.OptionalDouble;

/**
 * What a study has learnt of an earlier one. Immutable and thread-safe.
 *
 * @param name of the earlier study
 * @param matched what of it was matched, what was not and why, in a sentence
 * @param observations so many of its trials enter the model
 * @param likeness to this study, found from the values so far: near 1 where it is alike, near 0
 *     where it is not, negative where what was good there is bad here; empty before there are
 *     values
 */
public record Relative(String name, String matched, int observations, OptionalDouble likeness) {}

package dev.leadline.study;

/**
 * What a model expects of a finished trial, in the user's units with small values good.
 *
 * @param low the first decile of its belief
 * @param high the last decile of its belief
 */
record Expectation(int trial, double median, double low, double high) {}

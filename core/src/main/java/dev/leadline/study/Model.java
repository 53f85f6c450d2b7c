package dev.leadline.study;

import dev.leadline.surrogate.Surrogate;

/**
 * A surrogate together with the scaling of the values it sees. Immutable and thread-safe.
 *
 * @param surrogate what predicts
 */
public record Model(Surrogate surrogate) {}

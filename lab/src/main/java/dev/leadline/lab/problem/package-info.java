/**
 * Functions as optimisation tasks on the unit cube: originals, shifted, among irrelevant inputs,
 * skewed, noisy and mixed.
 */
@NullMarked
package dev.leadline.lab.problem;

import org.jspecify.annotations.NullMarked;

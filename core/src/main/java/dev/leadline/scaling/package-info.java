/**
 * The way of observations into the units in which a model sees them, and back: values are scaled,
 * and each input gets the unit in which distances along it are measured.
 */
@NullMarked
package dev.leadline.scaling;

import org.jspecify.annotations.NullMarked;

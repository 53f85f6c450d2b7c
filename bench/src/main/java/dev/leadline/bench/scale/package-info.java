/** What many workers do to a study, on paper: a simulation with measured costs. */
@NullMarked
package dev.leadline.bench.scale;

import org.jspecify.annotations.NullMarked;

/** Charts of studies in SVG: how values went, fronts, learning curves, what the model says. */
@NullMarked
package dev.leadline.chart;

import org.jspecify.annotations.NullMarked;

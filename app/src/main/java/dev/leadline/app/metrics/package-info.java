/** Values in what a program printed: results, measurements, learning curves, and why it failed. */
@NullMarked
package dev.leadline.app.metrics;

import org.jspecify.annotations.NullMarked;

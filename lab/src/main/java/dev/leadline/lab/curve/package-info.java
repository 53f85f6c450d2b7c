/** Recorded learning curves, and what ending trials early saves and costs on them. */
@NullMarked
package dev.leadline.lab.curve;

import org.jspecify.annotations.NullMarked;

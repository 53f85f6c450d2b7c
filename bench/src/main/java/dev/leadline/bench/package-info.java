/** The benchmark: tasks, methods, runs and their report. */
@NullMarked
package dev.leadline.bench;

import org.jspecify.annotations.NullMarked;

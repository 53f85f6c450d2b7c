/** Evaluating trials by running a command: placeholders, processes, metrics, the tuning loop. */
@NullMarked
package dev.leadline.app.run;

import org.jspecify.annotations.NullMarked;

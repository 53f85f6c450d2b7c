/** What an optimiser under comparison is, and what it sees of a run. */
@NullMarked
package dev.leadline.lab.method;

import org.jspecify.annotations.NullMarked;

/** Problems with several goals, runs on them, and what peers need to run on them, too. */
@NullMarked
package dev.leadline.lab.goals;

import org.jspecify.annotations.NullMarked;

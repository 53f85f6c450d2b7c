/** Kills, fuzzing and damage, done to the real program for as long as one likes. */
@NullMarked
package dev.leadline.app.torture;

import org.jspecify.annotations.NullMarked;

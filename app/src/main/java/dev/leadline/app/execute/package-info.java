/**
 * Running the user's program for every trial, here or on a cluster, and ending all that it started.
 */
@NullMarked
package dev.leadline.app.execute;

import org.jspecify.annotations.NullMarked;

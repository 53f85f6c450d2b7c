/** The program itself: its first class, and what it says of words that it does not understand. */
@NullMarked
package dev.leadline.app;

import org.jspecify.annotations.NullMarked;

/** One suggestion, read from top to bottom in {@code Suggester}, and the search for its maximum. */
@NullMarked
package dev.leadline.search;

import org.jspecify.annotations.NullMarked;

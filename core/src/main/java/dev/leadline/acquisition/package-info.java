/** Expected improvement and the search for its maximum. */
@NullMarked
package dev.leadline.acquisition;

import org.jspecify.annotations.NullMarked;

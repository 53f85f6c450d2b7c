/** How long a suggestion takes. */
@NullMarked
package dev.leadline.bench.speed;

import org.jspecify.annotations.NullMarked;

/** What programs in other languages need to take part: initial points and test vectors. */
@NullMarked
package dev.leadline.bench.peers;

import org.jspecify.annotations.NullMarked;

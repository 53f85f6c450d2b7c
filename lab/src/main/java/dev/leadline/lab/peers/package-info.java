/** What programs in other languages need to take part: initial points and test vectors. */
@NullMarked
package dev.leadline.lab.peers;

import org.jspecify.annotations.NullMarked;

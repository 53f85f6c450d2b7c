/** Tests of the module as a whole. */
@NullMarked
package dev.leadline.torch;

import org.jspecify.annotations.NullMarked;

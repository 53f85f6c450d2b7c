/** Tasks some of whose trials fail, and studies of them. */
@NullMarked
package dev.leadline.lab.failing;

import org.jspecify.annotations.NullMarked;

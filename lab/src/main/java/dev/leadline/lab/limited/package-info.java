/** Tasks with limits on what else they measure, and studies of them. */
@NullMarked
package dev.leadline.lab.limited;

import org.jspecify.annotations.NullMarked;

/** How users write a length of time. */
@NullMarked
package dev.leadline.app.input;

import org.jspecify.annotations.NullMarked;

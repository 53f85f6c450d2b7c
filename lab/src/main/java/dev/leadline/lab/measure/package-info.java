/** How long a suggestion takes. */
@NullMarked
package dev.leadline.lab.measure;

import org.jspecify.annotations.NullMarked;

/** Learning curves: values that trials report as they go, and the rules that end a trial early. */
@NullMarked
package dev.leadline.early;

import org.jspecify.annotations.NullMarked;

/** What a model says of a study as a whole: which parameters matter, and how. */
@NullMarked
package dev.leadline.insight;

import org.jspecify.annotations.NullMarked;

/** What users write: space files, inline parameters, durations. */
@NullMarked
package dev.leadline.app.input;

import org.jspecify.annotations.NullMarked;

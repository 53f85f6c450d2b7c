/** Programs that were evaluated beforehand: their tables, and the values between the entries. */
@NullMarked
package dev.leadline.lab.recorded;

import org.jspecify.annotations.NullMarked;

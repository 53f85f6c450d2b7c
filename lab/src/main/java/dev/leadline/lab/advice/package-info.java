/** What a study recommends after noisy runs, against the luckiest trial. */
@NullMarked
package dev.leadline.lab.advice;

import org.jspecify.annotations.NullMarked;

/** What is to be optimised, and its form as text that is read back. */
@NullMarked
package dev.leadline.storage.problem;

import org.jspecify.annotations.NullMarked;

/** The paper's networks: by the letter, and trained so that they learn. */
@NullMarked
package dev.leadline.paper.preset;

import org.jspecify.annotations.NullMarked;

/** Parameters in the user's units and their encoding in the unit cube. */
@NullMarked
package dev.leadline.space;

import org.jspecify.annotations.NullMarked;

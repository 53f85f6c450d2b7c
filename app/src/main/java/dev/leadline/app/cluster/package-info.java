/** The seam to clusters that run commands; their own libraries are not part of this program. */
@NullMarked
package dev.leadline.app.cluster;

import org.jspecify.annotations.NullMarked;

/** The studies that the server has open: one session and one model each. */
@NullMarked
package dev.leadline.server.open;

import org.jspecify.annotations.NullMarked;

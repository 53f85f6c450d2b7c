/** A study on a server, used as if it were here. */
@NullMarked
package dev.leadline.client;

import org.jspecify.annotations.NullMarked;

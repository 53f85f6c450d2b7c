/** Studies over HTTP. */
@NullMarked
package dev.leadline.server;

import org.jspecify.annotations.NullMarked;

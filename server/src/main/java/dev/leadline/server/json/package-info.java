/** Studies and trials as the JSON that clients and the page read. */
@NullMarked
package dev.leadline.server.json;

import org.jspecify.annotations.NullMarked;

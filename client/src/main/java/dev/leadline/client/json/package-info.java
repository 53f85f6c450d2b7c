/** The JSON that a server and its clients speak. */
@NullMarked
package dev.leadline.client.json;

import org.jspecify.annotations.NullMarked;

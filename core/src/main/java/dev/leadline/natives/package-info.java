/** Native libraries that come in jars: unpacked once per user, not at every start. */
@NullMarked
package dev.leadline.natives;

import org.jspecify.annotations.NullMarked;

/** Tokens, made and recognised. */
@NullMarked
package dev.leadline.server.token;

import org.jspecify.annotations.NullMarked;

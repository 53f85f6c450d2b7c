/** Who may do what: tokens, kept as hashes, and their roles. */
@NullMarked
package dev.leadline.server.token;

import org.jspecify.annotations.NullMarked;

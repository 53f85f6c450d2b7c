/** Who may do what with the studies of a place: tokens, kept as hashes, and their roles. */
@NullMarked
package dev.leadline.storage.token;

import org.jspecify.annotations.NullMarked;

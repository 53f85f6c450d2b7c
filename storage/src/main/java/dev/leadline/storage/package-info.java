/** Where studies are kept. */
@NullMarked
package dev.leadline.storage;

import org.jspecify.annotations.NullMarked;

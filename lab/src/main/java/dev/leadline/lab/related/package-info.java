/** Studies that learn from earlier ones of the same family. */
@NullMarked
package dev.leadline.lab.related;

import org.jspecify.annotations.NullMarked;

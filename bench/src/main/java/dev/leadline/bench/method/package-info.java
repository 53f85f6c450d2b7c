/** Every optimiser that is compared, behind one interface. */
@NullMarked
package dev.leadline.bench.method;

import org.jspecify.annotations.NullMarked;

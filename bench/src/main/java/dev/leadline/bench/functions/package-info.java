/** The sixteen test functions, in their own units. */
@NullMarked
package dev.leadline.bench.functions;

import org.jspecify.annotations.NullMarked;

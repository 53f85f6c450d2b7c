/** Test functions in their own units: the paper's sixteen, and further ones. */
@NullMarked
package dev.leadline.lab.functions;

import org.jspecify.annotations.NullMarked;

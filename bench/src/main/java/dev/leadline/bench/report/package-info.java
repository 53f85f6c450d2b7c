/** Tables and figures, made from records alone. */
@NullMarked
package dev.leadline.bench.report;

import org.jspecify.annotations.NullMarked;

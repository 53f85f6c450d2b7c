/** Tables and figures, made from records alone. */
@NullMarked
package dev.leadline.lab.report;

import org.jspecify.annotations.NullMarked;

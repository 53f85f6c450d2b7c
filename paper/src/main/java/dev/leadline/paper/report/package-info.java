/** What records say about the paper: its claims, its table, its radii. */
@NullMarked
package dev.leadline.paper.report;

import org.jspecify.annotations.NullMarked;

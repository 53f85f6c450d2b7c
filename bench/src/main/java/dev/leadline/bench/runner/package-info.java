/** Plans, paired runs and their records. */
@NullMarked
package dev.leadline.bench.runner;

import org.jspecify.annotations.NullMarked;

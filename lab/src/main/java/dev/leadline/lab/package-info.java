/** The laboratory's command line: training, checks of models, and the benchmark. */
@NullMarked
package dev.leadline.lab;

import org.jspecify.annotations.NullMarked;

/** The command line of the laboratory: training, checks of models, and the benchmark. */
@NullMarked
package dev.leadline.lab.command;

import org.jspecify.annotations.NullMarked;

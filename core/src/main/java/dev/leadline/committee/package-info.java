/** The Bayesian average of Gaussian processes with fixed hyper-parameters. */
@NullMarked
package dev.leadline.committee;

import org.jspecify.annotations.NullMarked;

/** Plans, paired runs and their records. */
@NullMarked
package dev.leadline.lab.experiment;

import org.jspecify.annotations.NullMarked;

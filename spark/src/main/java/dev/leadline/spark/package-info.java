/** Trials on a cluster of Apache Spark. */
@NullMarked
package dev.leadline.spark;

import org.jspecify.annotations.NullMarked;

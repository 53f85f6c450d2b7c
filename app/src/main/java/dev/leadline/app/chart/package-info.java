/** Charts in SVG: pictures, axes, what is drawn between them. */
@NullMarked
package dev.leadline.app.chart;

import org.jspecify.annotations.NullMarked;

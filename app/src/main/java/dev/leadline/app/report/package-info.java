/** What users get to see of a study: progress, tables and pictures. */
@NullMarked
package dev.leadline.app.report;

import org.jspecify.annotations.NullMarked;

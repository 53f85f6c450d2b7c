/** How a command ends: exit codes, and errors that the user can put right. */
@NullMarked
package dev.leadline.app.exit;

import org.jspecify.annotations.NullMarked;

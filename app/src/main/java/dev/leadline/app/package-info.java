/** The command line: one class per subcommand. */
@NullMarked
package dev.leadline.app;

import org.jspecify.annotations.NullMarked;

/** The page as one file that can be mailed. */
@NullMarked
package dev.leadline.server.page;

import org.jspecify.annotations.NullMarked;

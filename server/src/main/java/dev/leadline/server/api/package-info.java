/** The actions behind the routes, and the table of all routes. */
@NullMarked
package dev.leadline.server.api;

import org.jspecify.annotations.NullMarked;

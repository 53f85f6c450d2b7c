/** The web server around the routes. The only importer of Javalin and Jetty. */
@NullMarked
package dev.leadline.server.http;

import org.jspecify.annotations.NullMarked;

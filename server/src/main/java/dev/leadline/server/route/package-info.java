/**
 * What can be asked of the server, free of the web server that carries it: routes, calls, answers.
 */
@NullMarked
package dev.leadline.server.route;

import org.jspecify.annotations.NullMarked;

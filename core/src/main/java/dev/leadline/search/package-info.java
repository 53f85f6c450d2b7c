/**
 * One suggestion as a step that can be interrupted: it asks its driver what a model says and goes
 * on with the answers until the next point is found.
 */
@NullMarked
package dev.leadline.search;

import org.jspecify.annotations.NullMarked;

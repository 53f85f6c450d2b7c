/** What can be seen of a study through its model: computed from a snapshot, written as JSON. */
@NullMarked
package dev.leadline.server.view;

import org.jspecify.annotations.NullMarked;

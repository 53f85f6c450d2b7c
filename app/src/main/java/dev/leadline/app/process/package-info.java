/** The processes of this machine: which ones a trial has started, and how all of them are ended. */
@NullMarked
package dev.leadline.app.process;

import org.jspecify.annotations.NullMarked;

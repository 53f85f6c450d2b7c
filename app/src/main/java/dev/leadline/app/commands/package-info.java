/** The commands of the program, each with its options. */
@NullMarked
package dev.leadline.app.commands;

import org.jspecify.annotations.NullMarked;

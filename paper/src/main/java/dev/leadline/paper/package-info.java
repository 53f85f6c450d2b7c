/**
 * Everything for readers of the paper: its plans and commands; its methods, its claims and its
 * figures lie in the packages below.
 */
@NullMarked
package dev.leadline.paper;

import org.jspecify.annotations.NullMarked;

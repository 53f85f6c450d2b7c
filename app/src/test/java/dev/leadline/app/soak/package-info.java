/** Many workers on one study, killed at random, while its database is restarted. */
@org.jspecify.annotations.NullMarked
package dev.leadline.app.soak;

/**
 * Measurements that a user can run: recorded sessions, their own among them, over the road as it is configured.
 *
 * <p>The instrument itself is {@code dev.throughline.replay}, which knows no configuration; here it is given the same
 * road that the house would build.
 */
@NullMarked
package dev.throughline.app.bench;

import org.jspecify.annotations.NullMarked;

/**
 * Measurements that a user can run as {@code throughline bench}: recorded sessions, their own among them, with the
 * policies as they are configured, and what memory learns from labelled messages.
 *
 * <p>The instrument itself is {@code dev.throughline.simulator}, which knows no configuration; here it is given the
 * same turn handling that the server would build.
 */
@NullMarked
package dev.throughline.bench.command;

import org.jspecify.annotations.NullMarked;

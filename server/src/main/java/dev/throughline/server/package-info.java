/**
 * The gateway as a program: configuration, wiring, the REST interface and what it shows.
 *
 * <p>{@code config} reads what a user may set. {@code wiring} builds the gateway by hand; its constructor calls are
 * the map of the program. {@code sessions} reads what was recorded, from the store or through the gateway that holds
 * it, and {@code rest} serves the same over HTTP.
 */
@NullMarked
package dev.throughline.server;

import org.jspecify.annotations.NullMarked;

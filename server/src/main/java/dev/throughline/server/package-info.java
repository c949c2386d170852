/**
 * The gateway as a program: configuration, wiring and the REST interface.
 *
 * <p>{@code config} reads the configuration. {@code wiring} creates the gateway by hand; its constructor calls show
 * how the parts are connected. {@code sessions} reads archived sessions, from the store or through the gateway that has
 * it open, and {@code rest} serves them over HTTP.
 */
@NullMarked
package dev.throughline.server;

import org.jspecify.annotations.NullMarked;

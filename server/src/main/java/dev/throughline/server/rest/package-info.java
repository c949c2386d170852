/**
 * The REST interface under {@code /api/v1/}: sessions and memory as JSON, for programs on this machine.
 *
 * <p>{@link dev.throughline.server.rest.RestApi} is the table of routes. The views are records; {@code --json} on the
 * command line prints the same ones.
 */
@NullMarked
package dev.throughline.server.rest;

import org.jspecify.annotations.NullMarked;

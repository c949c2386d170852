/**
 * The REST interface under {@code /api/v1/}: what was kept, as JSON, for programs on this machine.
 *
 * <p>{@link dev.throughline.server.rest.RestApi} answers; it knows no HTTP server. The shapes of its JSON are in
 * {@code library}, and {@code --json} on the command line prints the same ones.
 */
@NullMarked
package dev.throughline.server.rest;

import org.jspecify.annotations.NullMarked;

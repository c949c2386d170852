/**
 * Connects the parts of a gateway, by hand.
 *
 * <p>{@link dev.throughline.server.wiring.GatewayServer} creates a gateway: the store, the turn handler, the upstreams
 * and the pages. {@link dev.throughline.server.wiring.Homes} selects the store. The rest belongs to the process as a
 * whole: logging, metrics, the salt of the installation.
 */
@NullMarked
package dev.throughline.server.wiring;

import org.jspecify.annotations.NullMarked;

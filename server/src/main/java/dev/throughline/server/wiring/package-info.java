/**
 * Connects the parts of a gateway, by hand.
 *
 * <p>{@link dev.throughline.server.wiring.GatewayServer} creates a gateway: the store, the turn handler, the upstreams
 * and the handlers of all other paths. {@link dev.throughline.server.wiring.HomeAccess} selects the store. The rest
 * belongs to the process as a whole: logging, metrics, the data-flow log, the registry of runs, the salt of the
 * installation.
 */
@NullMarked
package dev.throughline.server.wiring;

import org.jspecify.annotations.NullMarked;

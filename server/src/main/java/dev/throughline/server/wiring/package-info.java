/**
 * The gateway as a whole, built by hand.
 *
 * <p>{@link dev.throughline.server.wiring.GatewayServer} is the map: which store, which rooms, which upstreams, which
 * pages, in the order in which they need each other. Beside it stand the few things that belong to no single room: the
 * log, the figures for Prometheus, the salt of the installation.
 */
@NullMarked
package dev.throughline.server.wiring;

import org.jspecify.annotations.NullMarked;

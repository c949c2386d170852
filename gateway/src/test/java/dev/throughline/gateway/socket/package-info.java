/** Fixtures for tests with real sockets: a scripted provider, a raw client, and a gateway between them. */
@NullMarked
package dev.throughline.gateway.socket;

import org.jspecify.annotations.NullMarked;

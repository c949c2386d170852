/**
 * Reads archived sessions.
 *
 * <p>Only one process can open a store. {@link dev.throughline.server.sessions.SessionCatalog} reads the files if no
 * other process has them open ({@code StoreSessionCatalog}), and otherwise uses the REST interface of the gateway that
 * has ({@code RemoteSessionCatalog}). Commands do not need to know which of the two it is.
 */
@NullMarked
package dev.throughline.server.sessions;

import org.jspecify.annotations.NullMarked;

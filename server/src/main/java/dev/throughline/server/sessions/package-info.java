/**
 * Reading back what was kept.
 *
 * <p>A store has one writer. So whoever wants to read asks {@link dev.throughline.server.sessions.SessionCatalog}: it
 * reads the files itself when nobody holds them ({@code StoreSessionCatalog}), and asks the gateway that does over its
 * REST interface otherwise ({@code RemoteSessionCatalog}). The commands cannot tell the two apart.
 *
 * <p>The {@code …Json} classes are each one shape of the REST interface, written and read in the same file, so that
 * the two cannot drift apart.
 */
@NullMarked
package dev.throughline.server.sessions;

import org.jspecify.annotations.NullMarked;

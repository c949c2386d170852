/**
 * Adds the lines of a session file to the archive of its session: what the session has already is left out, and the
 * rest becomes turns that are marked as imported.
 */
@NullMarked
package dev.throughline.importer.session;

import org.jspecify.annotations.NullMarked;

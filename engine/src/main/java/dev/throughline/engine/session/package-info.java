/**
 * Finds the session that a request belongs to, and detects whether the request is part of a conversation.
 *
 * <p>{@link dev.throughline.engine.session.ClientProgram} recognises the program, {@link
 * dev.throughline.engine.session.SessionIdentifier} the session key, and {@link
 * dev.throughline.engine.session.PurposeDetector} the purpose. The texts by which agents are recognised are data:
 * {@code markers.tsv}, read by {@link dev.throughline.engine.session.AgentMarkers}.
 */
@NullMarked
package dev.throughline.engine.session;

import org.jspecify.annotations.NullMarked;

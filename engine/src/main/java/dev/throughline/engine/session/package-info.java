/**
 * Whose conversation a request belongs to, and whether it is part of a conversation at all.
 *
 * <p>{@link dev.throughline.engine.session.ClientDetector} tells which program is speaking, {@link
 * dev.throughline.engine.session.SessionIdentifier} which session it means, and {@link
 * dev.throughline.engine.session.PurposeDetector} what it wants. What agents look like on the wire is data: {@code
 * markers.tsv}, read by {@link dev.throughline.engine.session.AgentMarkers}.
 */
@NullMarked
package dev.throughline.engine.session;

import org.jspecify.annotations.NullMarked;

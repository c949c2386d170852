package dev.throughline.engine.history;

import dev.throughline.engine.session.SessionResets;

/**
 * What a turn needs to find its session's own history.
 *
 * @param holder who holds the history of a session, unless a request names it
 */
public record HistoryServices(SessionResets resets, SessionHistory history, HistoryHolder holder) {}

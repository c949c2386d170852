package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;

/** Receives the result of every question. Called on the thread that asked; must be fast and must not throw. */
@FunctionalInterface
public interface HelperListener {
    HelperListener NONE = (_, _, _, _) -> {};

    /**
     * A question ended, with or without an answer.
     *
     * @param model the model that was asked; empty if no caller is known for the session
     */
    void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> answer);

    /** A request is about to be sent. Its headers contain credentials. */
    default void requestSent(SessionRef session, HelperUpstream.HelperRequest request) {}

    /** The reply to a request was received. */
    default void replyReceived(SessionRef session, HelperUpstream.HelperReply reply) {}
}

package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;

/** Is told what came of every question. Called on the thread that asked; quick, and throws nothing. */
@FunctionalInterface
public interface HelperListener {
    HelperListener NONE = (_, _, _, _) -> {};

    /**
     * A question was answered, or was not.
     *
     * @param model who was asked; empty if nobody could be
     */
    void questionEnded(SessionRef session, String question, String model, HelperAnswer<?> asked);

    /** A request goes out; its headers carry credentials. */
    default void requestSent(SessionRef session, HelperUpstream.HelperRequest request) {}

    /** Its reply came. */
    default void replyReceived(SessionRef session, HelperUpstream.HelperReply said) {}
}

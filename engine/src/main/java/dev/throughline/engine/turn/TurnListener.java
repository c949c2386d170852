package dev.throughline.engine.turn;

/**
 * Receives the events of turns, for logs, metrics or memory. It is called on the turn's own thread, so it must return
 * quickly. If it throws, the exception is logged and the turn continues.
 */
@FunctionalInterface
public interface TurnListener {
    void on(TurnEvent event);

    /** Whether {@link TurnEvent.UpstreamReplied} should contain the body, up to a limit. */
    default boolean wantsReplies() {
        return false;
    }
}

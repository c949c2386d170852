package dev.throughline.engine.turn;

/**
 * Somebody who is told what happens in turns: a log, a counter, a page. Called on the turn's own thread, so it is
 * quick or hands over; what it throws is logged and changes nothing.
 */
@FunctionalInterface
public interface TurnListener {
    void on(TurnEvent event);

    /** Whether it wants the bytes of replies, which are then collected up to a limit. */
    default boolean wantsReplies() {
        return false;
    }
}

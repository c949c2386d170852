package dev.throughline.simulator.session;

/** How a turn ended for the client. */
public enum TurnEnding {
    /** With the recorded answer. */
    OK(Counter.OK),
    /** With the provider's error about a prompt that is too long. */
    OVERFLOW(Counter.OVERFLOW),
    /** With another error, or none of its requests reached the model. */
    FAILED(Counter.FAILED),
    /** With an answer that is not the recorded one. */
    DAMAGED(Counter.DAMAGED),
    /** With an answer to a request that was not recognised as this turn's. */
    UNMATCHED(Counter.UNMATCHED);

    private final Counter count;

    TurnEnding(Counter count) {
        this.count = count;
    }

    Counter count() {
        return count;
    }
}

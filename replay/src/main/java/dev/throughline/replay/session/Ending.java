package dev.throughline.replay.session;

/** How a turn ended for the client. */
public enum Ending {
    /** With the recorded answer. */
    OK(Count.OK),
    /** With the provider's error about a prompt that is too long. */
    OVERFLOW(Count.OVERFLOW),
    /** With another error, or none of its requests reached the model. */
    FAILED(Count.FAILED),
    /** With an answer that is not the recorded one. */
    DAMAGED(Count.DAMAGED),
    /** With an answer to a request that was not recognised as this turn's. */
    UNMATCHED(Count.UNMATCHED);

    private final Count count;

    Ending(Count count) {
        this.count = count;
    }

    Count count() {
        return count;
    }
}

package dev.throughline.replay.speech;

/**
 * How a request ends: with the result of a call, or with a text.
 *
 * @param callId the call whose result ends it; empty when a text does
 */
public record Tail(String callId, String text) {
    public boolean isResult() {
        return !callId.isEmpty();
    }
}

package dev.throughline.simulator.request;

/**
 * How a request ends: with the result of a call, or with a text.
 *
 * @param callId the call whose result ends it; empty when a text does
 */
public record RequestTail(String callId, String text) {
    public boolean isResult() {
        return !callId.isEmpty();
    }
}

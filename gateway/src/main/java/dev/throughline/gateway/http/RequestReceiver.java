package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;
import java.time.Duration;
import java.util.Optional;

/** Receives the requests of a server. Every method is called on an event loop and must not block. */
public interface RequestReceiver {
    /** A request is complete. It is answered through {@code reply}. */
    void received(ReceivedRequest request, ClientReply reply);

    /** The body of a refusal, as the client of this request expects it; the request has no body here. */
    Bytes errorBody(ReceivedRequest request, RequestRefusal refusal);

    /** The reply of a request ended, by itself or because its client left. Called once for each. */
    void replyEnded(ReceivedRequest request, FinishedReply reply);

    /**
     * How a reply went.
     *
     * @param status the status that was sent, or 0 if the client left before
     * @param duration from the first byte of the request to the last one of the reply
     * @param firstByte from the first byte of the request to the head of the reply, if there was one
     * @param bytesOut how much body was sent
     * @param isClientGone whether the client left before the end
     */
    record FinishedReply(
            int status, Duration duration, Optional<Duration> firstByte, long bytesOut, boolean isClientGone) {}

    /** Whether the gateway is closing: then a connection ends with its current reply. */
    boolean isClosing();
}

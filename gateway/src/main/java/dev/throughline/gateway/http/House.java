package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;

/** What the door asks of the house behind it. Every method is called on an event loop and must not block. */
public interface House {
    /** A request is complete. Whoever takes it answers through {@code reply}. */
    void arrived(ReceivedRequest request, ClientReply reply);

    /** The body of a refusal, in words that the client of this request understands; the request has no body here. */
    Bytes words(ReceivedRequest request, Refusal refusal);

    /** The reply of a request ended, by itself or because its client left. Called once for each. */
    void ended(ClientReply reply);

    /** Whether the house is about to close: then a connection ends with the reply that it is giving. */
    boolean isClosing();
}

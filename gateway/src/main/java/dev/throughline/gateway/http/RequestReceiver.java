package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;

/** Receives the requests of a server. Every method is called on an event loop and must not block. */
public interface RequestReceiver {
    /** A request is complete. It is answered through {@code reply}. */
    void received(ReceivedRequest request, ClientReply reply);

    /** The body of a refusal, as the client of this request expects it; the request has no body here. */
    Bytes errorBody(ReceivedRequest request, RequestRefusal refusal);

    /** The reply of a request ended, by itself or because its client left. Called once for each. */
    void replyEnded(ClientReply reply);

    /** Whether the gateway is closing: then a connection ends with its current reply. */
    boolean isClosing();
}

package dev.throughline.gateway;

import dev.throughline.gateway.http.ReceivedRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;

/** Answers a request that is not for a model: a page, a figure, a state. Runs on a virtual thread and may block. */
public interface PlainHandler {
    PlainAnswer handle(ReceivedRequest request);

    /** A whole reply. */
    record PlainAnswer(int status, Headers headers, Bytes body) {
        public static PlainAnswer json(int status, String json) {
            return new PlainAnswer(status, Headers.of("content-type", "application/json"), Bytes.of(json));
        }

        public static PlainAnswer text(int status, String text) {
            return new PlainAnswer(status, Headers.of("content-type", "text/plain; charset=utf-8"), Bytes.of(text));
        }
    }
}

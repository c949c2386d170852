package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.time.Duration;

/** Sends requests of the helper model. */
@FunctionalInterface
public interface HelperUpstream extends AutoCloseable {
    /**
     * A request, which is sent with the additional header {@code X-Throughline-Helper: 1}.
     *
     * @param model the model, by which the provider may be chosen
     * @param timeout the maximum time until the whole reply is received
     */
    record HelperRequest(Dialect dialect, String target, Headers headers, Bytes body, String model, Duration timeout) {
        @Override
        public String toString() {
            return "Request[" + dialect.name() + ", " + target + ", " + body.length() + " bytes]";
        }
    }

    /** A whole reply; if {@code isStream}, its body is server-sent events. */
    record HelperReply(int status, boolean isStream, Bytes body) {}

    /**
     * Sends a request and waits for its whole reply.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code UPSTREAM} if there is no reply: code {@code
     *     upstream_unreachable}, {@code upstream_timeout} or {@code upstream_broken}
     */
    HelperReply send(HelperRequest request);

    /** Ends requests in progress. */
    @Override
    default void close() {}
}

package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import java.time.Duration;

/** Where questions go. */
@FunctionalInterface
public interface HelperUpstream extends AutoCloseable {
    /**
     * A request of ours. It is sent with {@code X-Throughline-Helper: 1} among its headers.
     *
     * @param model may choose the provider
     * @param timeout how long the whole reply may take
     */
    record HelperRequest(Dialect dialect, String target, Headers headers, Bytes body, String model, Duration timeout) {
        @Override
        public String toString() {
            return "Request[" + dialect.name() + ", " + target + ", " + body.length() + " bytes]";
        }
    }

    /** A whole reply; {@code isStream} says that its body is server-sent events. */
    record HelperReply(int status, boolean isStream, Bytes body) {}

    /**
     * Sends a request and waits for its whole reply.
     *
     * @throws dev.throughline.model.ProxyException of kind {@code UPSTREAM} if there is none: code
     *     {@code upstream_unreachable}, {@code upstream_timeout} or {@code upstream_broken}
     */
    HelperReply send(HelperRequest request);

    /** Ends what is under way. */
    @Override
    default void close() {}
}

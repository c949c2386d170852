package dev.throughline.simulator.answer;

import dev.throughline.model.Headers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * How an answer is delivered, and which errors occur.
 *
 * @param headers more headers for the reply; one that is there already is replaced
 * @param comments how many comment lines a stream begins with
 * @param zipped whether the body is compressed when the client takes gzip
 */
public record Delivery(
        Headers headers, Optional<Cut> cut, Optional<Stall> stall, Optional<Drip> drip, int comments, boolean zipped) {
    public static final Delivery PLAIN =
            new Delivery(Headers.NONE, Optional.empty(), Optional.empty(), Optional.empty(), 0, false);

    /** How a connection ends too early. */
    public enum Manner {
        /** The socket is closed in good order. */
        CLOSE,
        /** The peer gets a reset. */
        RESET
    }

    /** The reply ends here. */
    public record Cut(ReplyPosition where, Manner manner) {}

    /** The reply stalls here until the future is done or the client disconnects. */
    public record Stall(ReplyPosition where, CompletableFuture<?> until) {}

    /** The body comes in pieces of {@code bytes}, with a pause after each. */
    public record Drip(int bytes, Duration pause) {}

    public Delivery and(String name, String value) {
        return new Delivery(headers.and(name, value), cut, stall, drip, comments, zipped);
    }

    public Delivery and(Cut cutting) {
        return new Delivery(headers, Optional.of(cutting), stall, drip, comments, zipped);
    }

    public Delivery and(Stall stalling) {
        return new Delivery(headers, cut, Optional.of(stalling), drip, comments, zipped);
    }

    public Delivery and(Drip dripping) {
        return new Delivery(headers, cut, stall, Optional.of(dripping), comments, zipped);
    }

    public Delivery withComments(int count) {
        return new Delivery(headers, cut, stall, drip, count, zipped);
    }

    public Delivery inGzip() {
        return new Delivery(headers, cut, stall, drip, comments, true);
    }
}

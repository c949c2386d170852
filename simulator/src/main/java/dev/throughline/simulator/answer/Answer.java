package dev.throughline.simulator.answer;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.validation.ProviderError;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * What the server answers to one request. Made with the factories, changed with the {@code with…} methods:
 *
 * <pre>
 *   Answer.text("hello").cutAfterEvents(3, Manner.RESET)
 *   Answer.said(new Reasoning("hm"), new Call("Bash", "{}"))
 *   Answer.error(429, "rate_limit_error", "Slow down.").withHeader("retry-after", "1")
 * </pre>
 */
public sealed interface Answer {
    Delivery delivery();

    /** The same answer, delivered otherwise. */
    Answer delivered(UnaryOperator<Delivery> change);

    /** The model says something and ends as it says. */
    record Said(List<AnswerPart> parts, Stop stop, Delivery delivery) implements Answer {
        public Said {
            parts = List.copyOf(parts);
        }

        @Override
        public Answer delivered(UnaryOperator<Delivery> change) {
            return new Said(parts, stop, change.apply(delivery));
        }
    }

    /** An HTTP error in the provider's shape. */
    record Failed(ProviderError error, Delivery delivery) implements Answer {
        @Override
        public Answer delivered(UnaryOperator<Delivery> change) {
            return new Failed(error, change.apply(delivery));
        }
    }

    /** A stream that begins well and then reports an error, under status 200; without a stream, an HTTP error. */
    record Broken(List<AnswerPart> parts, ProviderError error, Delivery delivery) implements Answer {
        public Broken {
            parts = List.copyOf(parts);
        }

        @Override
        public Answer delivered(UnaryOperator<Delivery> change) {
            return new Broken(parts, error, change.apply(delivery));
        }
    }

    /** Any body under any status and content type. */
    record Raw(int status, String contentType, Bytes body, Delivery delivery) implements Answer {
        @Override
        public Answer delivered(UnaryOperator<Delivery> change) {
            return new Raw(status, contentType, body, change.apply(delivery));
        }
    }

    /** Bytes that are not even HTTP, and then the end of the connection. */
    record Garbage(Bytes bytes, Delivery delivery) implements Answer {
        @Override
        public Answer delivered(UnaryOperator<Delivery> change) {
            return new Garbage(bytes, change.apply(delivery));
        }
    }

    /** Why a model stopped. */
    enum Stop {
        /** It was done, or waits for its tools. */
        DONE,
        /** It reached the limit on its output. */
        LENGTH,
        /** The provider stopped it. */
        FILTER
    }

    static Answer said(AnswerPart... parts) {
        return new Said(List.of(parts), Stop.DONE, Delivery.PLAIN);
    }

    static Answer text(String text) {
        return said(new AnswerPart.Text(text));
    }

    static Answer call(String tool, String arguments) {
        return said(new AnswerPart.Call(tool, arguments));
    }

    static Answer compaction(String summary) {
        return said(new AnswerPart.Compaction(summary));
    }

    static Answer refusal(String text) {
        return said(new AnswerPart.Refusal(text));
    }

    static Answer flood(int events, int bytes) {
        return said(new AnswerPart.Flood(events, bytes));
    }

    static Answer incomplete(String text) {
        return new Said(List.of(new AnswerPart.Text(text)), Stop.LENGTH, Delivery.PLAIN);
    }

    static Answer error(int status, String type, String message) {
        return new Failed(ProviderError.of(status, type, message), Delivery.PLAIN);
    }

    static Answer error(ProviderError error) {
        return new Failed(error, Delivery.PLAIN);
    }

    static Answer broken(ProviderError error, AnswerPart... before) {
        return new Broken(List.of(before), error, Delivery.PLAIN);
    }

    static Answer raw(int status, String contentType, String body) {
        return new Raw(status, contentType, Bytes.of(body), Delivery.PLAIN);
    }

    static Answer garbage(Bytes bytes) {
        return new Garbage(bytes, Delivery.PLAIN);
    }

    default Answer withHeader(String name, String value) {
        return delivered(delivery -> delivery.and(name, value));
    }

    default Answer withComments(int count) {
        return delivered(delivery -> delivery.withComments(count));
    }

    default Answer inGzip() {
        return delivered(Delivery::inGzip);
    }

    default Answer cut(ReplyPosition where, Delivery.Manner manner) {
        return delivered(delivery -> delivery.and(new Delivery.Cut(where, manner)));
    }

    default Answer cutBeforeHeaders(Delivery.Manner manner) {
        return cut(new ReplyPosition.BeforeHeaders(), manner);
    }

    default Answer cutAfterEvents(int events, Delivery.Manner manner) {
        return cut(new ReplyPosition.AfterEvents(events), manner);
    }

    default Answer cutAfterBytes(long bytes, Delivery.Manner manner) {
        return cut(new ReplyPosition.AfterBytes(bytes), manner);
    }

    /** Stalls at that place until the future is done or the client disconnects. */
    default Answer stalled(ReplyPosition where, CompletableFuture<?> until) {
        return delivered(delivery -> delivery.and(new Delivery.Stall(where, until)));
    }

    default Answer dripping(int bytes, Duration pause) {
        return delivered(delivery -> delivery.and(new Delivery.Drip(bytes, pause)));
    }
}

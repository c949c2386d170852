package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.Reply;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A reply that is not sent to the client. The client gets a complete reply without content instead; its head is sent
 * while the model still writes, and in a stream a comment from time to time, so that the client does not give up.
 * Everything else is as if the reply was sent: local tools are answered, and the reply is archived.
 */
final class WithheldExchange implements Exchange {
    private static final int BAD_GATEWAY = 502;

    /** The error that the client gets if the model's answer ends with one. */
    private static final String FAILED =
            "The provider reported an error while the model wrote its answer. Send the request again.";

    /** An event stream may contain comments at any place. */
    private static final Bytes COMMENT = Bytes.of(": waiting\n\n");

    private final Exchange exchange;
    private final Supplier<Bytes> shownReply;

    /** @param shownReply returns what the client gets; called when the reply has ended */
    WithheldExchange(Exchange exchange, Supplier<Bytes> shownReply) {
        this.exchange = exchange;
        this.shownReply = shownReply;
    }

    /** What the client gets instead of an answer: one without content, or what tells it that there is no answer. */
    static Bytes shownReply(Turn turn, Reply answer) {
        return switch (answer.ending()) {
            case COMPLETE, INCOMPLETE ->
                turn.wire()
                        .localReply(
                                turn.request(),
                                new LocalReply(
                                        turn.id(),
                                        turn.at(),
                                        "",
                                        answer.usage().orElse(Usage.NONE),
                                        answer.responseId()));
            case FAILED -> {
                LocalToolCodec.ReplyForm form = turn.request().isStreaming()
                        ? LocalToolCodec.ReplyForm.STREAMED
                        : LocalToolCodec.ReplyForm.DOCUMENT;
                Bytes error = turn.wire().error(BAD_GATEWAY, "provider_failed", FAILED);
                yield turn.wire().localTools().splicer(Set.of(), form).fail(error);
            }
            case CUT -> Bytes.EMPTY; // The client's reply is cut, too.
        };
    }

    /** The reply itself. */
    Exchange exchange() {
        return exchange;
    }

    /**
     * Passes bytes to another transform, and nothing to the client.
     *
     * @param sign what shows a client that waits that its reply has not ended
     */
    private record Withholding(Bytes sign, Optional<ReplyTransform> inner) implements ReplyTransform {
        @Override
        public Bytes pass(byte[] bytes, int offset, int length) {
            inner.ifPresent(transform -> transform.pass(bytes, offset, length));
            return Bytes.EMPTY;
        }

        @Override
        public Optional<Bytes> overdue() {
            return inner.isEmpty() || inner.flatMap(ReplyTransform::overdue).isPresent()
                    ? Optional.of(sign)
                    : Optional.empty();
        }
    }

    @Override
    public int status() {
        return exchange.status();
    }

    @Override
    public Headers headers() {
        return exchange.headers();
    }

    @Override
    public Bytes peek(int mostBytes) {
        return exchange.peek(mostBytes);
    }

    @Override
    public InputStream relay(Headers added) {
        return exchange.relay(added, new Withholding(sign(), Optional.empty()));
    }

    @Override
    public InputStream relay(Headers added, ReplyTransform transform) {
        return exchange.relay(added, new Withholding(sign(), Optional.of(transform)));
    }

    private Bytes sign() {
        return ReplyRelay.isStream(exchange) ? COMMENT : Bytes.EMPTY;
    }

    @Override
    public Outcome outcome() {
        return exchange.outcome();
    }

    @Override
    public void finish(Bytes last) {
        exchange.finish(shownReply.get());
    }

    @Override
    public void leaveOpen() {
        exchange.leaveOpen();
    }

    @Override
    public void close() {
        exchange.close();
    }
}

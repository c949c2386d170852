package dev.throughline.engine.turn;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Span;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A reply that is not sent to the client. The client gets a complete reply without content instead; its head is sent
 * while the model still writes, and in a stream a comment from time to time, so that the client does not give up.
 * Everything else is as if the reply was sent: local tools are answered, and the reply is archived.
 */
final class WithheldExchange implements Exchange {
    /** An event stream may contain comments at any place. */
    private static final Bytes COMMENT = Bytes.of(": waiting\n\n");

    private final Exchange exchange;
    private final Consumer<Bytes> kept;
    private final UnaryOperator<Bytes> end;

    /**
     * @param kept gets what the client would have got
     * @param end returns what the client gets when the reply has ended, from what would have been sent last
     */
    WithheldExchange(Exchange exchange, Consumer<Bytes> kept, UnaryOperator<Bytes> end) {
        this.exchange = exchange;
        this.kept = kept;
        this.end = end;
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
    private record Withholding(Bytes sign, Consumer<Bytes> kept, Optional<ReplyTransform> inner)
            implements ReplyTransform {
        @Override
        public Bytes pass(byte[] bytes, int offset, int length) {
            kept.accept(
                    inner.isPresent()
                            ? inner.get().pass(bytes, offset, length)
                            : Bytes.of(bytes).slice(new Span(offset, offset + length)));
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
        return exchange.relay(added, new Withholding(sign(), kept, Optional.empty()));
    }

    @Override
    public InputStream relay(Headers added, ReplyTransform transform) {
        return exchange.relay(added, new Withholding(sign(), kept, Optional.of(transform)));
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
        exchange.finish(end.apply(last));
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

package dev.throughline.engine.turn;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A reply that is not sent to the client. The client gets a complete reply without content instead; its head is sent
 * while the model still writes, so that the client does not give up. Everything else is as if the reply was sent: local
 * tools are answered, and the reply is archived.
 */
final class WithheldExchange implements Exchange {
    private final Exchange exchange;
    private final Supplier<Bytes> emptyReply;

    /** @param emptyReply returns what the client gets; called when the reply is complete */
    WithheldExchange(Exchange exchange, Supplier<Bytes> emptyReply) {
        this.exchange = exchange;
        this.emptyReply = emptyReply;
    }

    /** Passes bytes to another transform, and nothing to the client. */
    private record Withholding(Optional<ReplyTransform> inner) implements ReplyTransform {
        @Override
        public Bytes pass(byte[] bytes, int offset, int length) {
            inner.ifPresent(transform -> transform.pass(bytes, offset, length));
            return Bytes.EMPTY;
        }

        @Override
        public Optional<Bytes> overdue() {
            return inner.isEmpty() || inner.flatMap(ReplyTransform::overdue).isPresent()
                    ? Optional.of(Bytes.EMPTY)
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
        return exchange.relay(added, new Withholding(Optional.empty()));
    }

    @Override
    public InputStream relay(Headers added, ReplyTransform transform) {
        return exchange.relay(added, new Withholding(Optional.of(transform)));
    }

    @Override
    public Outcome outcome() {
        return exchange.outcome();
    }

    @Override
    public void finish(Bytes last) {
        exchange.finish(emptyReply.get());
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

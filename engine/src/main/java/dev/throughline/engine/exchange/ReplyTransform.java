package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import java.util.Optional;

/**
 * Changes an upstream's reply on its way to the client, piece by piece.
 *
 * <p>Called on an event loop that many clients share, so it must be quick and never wait. The calls of one exchange
 * come one after the other, and all of them before the end of the exchange's copy.
 */
@FunctionalInterface
public interface ReplyTransform {
    /**
     * Takes the next bytes of the reply, in pieces of any size.
     *
     * @param bytes is not modified afterwards: it may be kept, and the result may be a view of it
     * @return what the client gets now; may be empty
     */
    Bytes pass(byte[] bytes, int offset, int length);

    /**
     * Called repeatedly while the client has waited for some time and received nothing of this reply.
     *
     * @return what the client gets now, after the head; empty if it has to wait longer
     */
    default Optional<Bytes> overdue() {
        return Optional.empty();
    }
}

package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;
import java.util.Optional;

/**
 * What stands between an upstream's reply and the client: takes each piece and says what goes on instead.
 *
 * <p>Called on an event loop, which many clients share: it is quick and waits for nothing. The calls of one exchange
 * come one after the other, and all of them before the end of the exchange's copy can be read.
 */
@FunctionalInterface
public interface ReplyTransform {
    /**
     * Takes the next bytes of the reply, in pieces of any size.
     *
     * @param bytes nobody writes to it again: what is returned may be a view of it, and it may be kept
     * @return what reaches the client now; possibly nothing, possibly more than came
     */
    Bytes pass(byte[] bytes, int offset, int length);

    /**
     * The client has waited for a while and seen nothing of this reply. Called again and again until it sees something.
     *
     * @return what reaches the client now, after the head of the reply if that is all there is; nothing if it has to
     *     wait on
     */
    default Optional<Bytes> overdue() {
        return Optional.empty();
    }
}

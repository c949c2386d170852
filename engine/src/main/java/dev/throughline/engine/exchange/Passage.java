package dev.throughline.engine.exchange;

import dev.throughline.model.Bytes;

/**
 * What stands between an upstream's reply and the client: takes each piece and says what goes on instead.
 *
 * <p>Called on an event loop, which many clients share: it is quick and waits for nothing. The calls of one exchange
 * come one after the other, and all of them before the end of the exchange's copy can be read.
 */
@FunctionalInterface
public interface Passage {
    /**
     * Takes the next bytes of the reply, in pieces of any size.
     *
     * @param bytes nobody writes to it again: what is returned may be a view of it, and it may be kept
     * @return what reaches the client now; possibly nothing, possibly more than came
     */
    Bytes pass(byte[] bytes, int offset, int length);
}

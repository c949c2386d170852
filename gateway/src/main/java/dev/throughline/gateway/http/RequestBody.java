package dev.throughline.gateway.http;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Collects the body of one request in one array.
 *
 * <p>The array grows with what arrived and not with what was announced: a header alone does not cost memory.
 */
final class RequestBody {
    private static final int FIRST_BYTES = 1 << 20;

    private final int limit;
    private byte[] array;
    private int length;

    /** @param announced the length that the client announced, or a negative number if it announced none */
    RequestBody(long announced, int limit) {
        this.limit = limit;
        this.array = new byte[(int) Math.min(announced < 0 ? 4096 : announced, FIRST_BYTES)];
    }

    /** Adds the next bytes; returns false, and adds nothing, if the body would exceed its limit. */
    boolean take(ByteBuf bytes) {
        int more = bytes.readableBytes();
        if (more > limit - length) {
            return false;
        }
        if (length + more > array.length) {
            array = Arrays.copyOf(array, (int) Math.min(limit, Math.max(2L * array.length, (long) length + more)));
        }
        bytes.readBytes(array, length, more);
        length += more;
        return true;
    }

    int length() {
        return length;
    }

    Bytes bytes() {
        return Bytes.of(array, new Span(0, length));
    }
}

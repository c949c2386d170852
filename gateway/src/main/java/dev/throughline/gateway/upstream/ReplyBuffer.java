package dev.throughline.gateway.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * What arrived of a reply and was not passed on yet. Used on the event loop only.
 *
 * <p>A single piece is kept as it came, without a copy. Only when a second one follows are they joined.
 */
final class ReplyBuffer {
    private static final int FIRST_BYTES = 4096;

    private @Nullable ByteBuf bytes;
    private boolean isOurs;

    /** Adds a piece that stays the caller's. */
    void add(ByteBuf piece) {
        if (!piece.isReadable()) {
            return;
        }
        if (bytes == null) {
            bytes = piece.retain();
            isOurs = false;
        } else if (isOurs) {
            bytes.writeBytes(piece);
        } else {
            int capacity = Math.max(FIRST_BYTES, 2 * (bytes.readableBytes() + piece.readableBytes()));
            ByteBuf joined = piece.alloc().buffer(capacity);
            joined.writeBytes(bytes).writeBytes(piece);
            bytes.release();
            bytes = joined;
            isOurs = true;
        }
    }

    int length() {
        return bytes == null ? 0 : bytes.readableBytes();
    }

    /** A copy of the first bytes, at most so many. */
    byte[] first(int most) {
        return bytes == null
                ? new byte[0]
                : ByteBufUtil.getBytes(bytes, bytes.readerIndex(), Math.min(most, bytes.readableBytes()));
    }

    /** Appends all of it to a copy, and keeps it. */
    void copyTo(ReplyCopy copy) {
        if (bytes != null) {
            copy.append(bytes);
        }
    }

    /** Hands everything over to the caller, who owns it from now on; null if there is nothing. */
    @Nullable
    ByteBuf take() {
        ByteBuf all = bytes;
        bytes = null;
        return all;
    }

    void release() {
        if (bytes != null) {
            bytes.release();
            bytes = null;
        }
    }
}

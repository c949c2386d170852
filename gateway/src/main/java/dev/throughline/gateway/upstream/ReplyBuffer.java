package dev.throughline.gateway.upstream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The part of a reply that has arrived and was not relayed yet. Used on the event loop only.
 *
 * <p>A single piece is kept as it came, without a copy. Only when a second one follows are they joined.
 */
final class ReplyBuffer {
    private @Nullable ByteBuf bytes;

    /** Adds a piece that stays the caller's. */
    void add(ByteBuf piece) {
        if (piece.isReadable()) {
            ByteBuf before = bytes == null ? Unpooled.EMPTY_BUFFER : bytes;
            bytes = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(piece.alloc(), before, piece.retain());
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

    /** Gives everything to the caller, who then owns it; null if there is nothing. */
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

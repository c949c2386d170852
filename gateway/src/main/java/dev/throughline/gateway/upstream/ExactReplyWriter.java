package dev.throughline.gateway.upstream;

import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Writes a reply to the client unchanged. The last piece of a reply with a length is held back, because
 * it is the end; a reply that is one such piece is held back with its head, and costs one write.
 */
final class ExactReplyWriter implements ReplyWriter {
    private final ClientReply client;
    private final ReplyHead head;
    private boolean isHeadHeld;
    private @Nullable ByteBuf held;

    ExactReplyWriter(ClientReply client, ReplyHead head) {
        this.client = client;
        this.head = head;
    }

    @Override
    public void open(boolean isWhole) {
        isHeadHeld = isWhole && !head.isUnmeasured();
        if (!isHeadHeld) {
            head.writeTo(client);
        }
    }

    @Override
    public void take(ByteBuf piece, boolean isLast) {
        if (isLast && !head.isUnmeasured()) {
            held = piece;
        } else {
            client.writeBody(piece);
            client.flush();
        }
    }

    @Override
    public void end(Bytes last) {
        if (isHeadHeld) {
            head.writeTo(client);
        }
        ByteBuf piece = held == null ? Unpooled.EMPTY_BUFFER : held;
        held = null;
        client.end(piece);
    }

    @Override
    public void cut(Bytes last) {
        client.cutNow();
    }

    @Override
    public void drop() {
        if (held != null) {
            held.release();
            held = null;
        }
    }

    /** The client is given a reply even if its head is still held back. */
    @Override
    public boolean isTouched() {
        return true;
    }
}

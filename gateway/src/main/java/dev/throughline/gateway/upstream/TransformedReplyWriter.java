package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * Writes to the client what a transform makes of a reply. Nothing is written before the transform returns bytes, not
 * even the head, unless the transform allows it after a while; and the head only if no earlier call of the same turn
 * wrote one.
 */
final class TransformedReplyWriter implements ReplyWriter {
    private final ClientReply client;
    private final ReplyHead head;
    private final ReplyTransform transform;
    private final boolean isDecodedElsewhere;
    private boolean isTouched;
    private boolean hasPassed;
    private boolean isDropped;

    /** @param isDecodedElsewhere whether the pieces are compressed, and {@link #pass} is given them plain */
    TransformedReplyWriter(ClientReply client, ReplyHead head, ReplyTransform transform, boolean isDecodedElsewhere) {
        this.client = client;
        this.head = head;
        this.transform = transform;
        this.isDecodedElsewhere = isDecodedElsewhere;
    }

    @Override
    public void open(boolean isWhole) {}

    @Override
    public void take(ByteBuf piece, boolean isLast) {
        byte[] bytes;
        try {
            bytes = isDecodedElsewhere ? new byte[0] : ByteBufUtil.getBytes(piece);
        } finally {
            piece.release();
        }
        pass(bytes);
    }

    /** Takes the next bytes without their encoding. */
    void pass(byte[] bytes) {
        if (bytes.length > 0 && !isDropped) {
            Bytes changed = transform.pass(bytes, 0, bytes.length);
            hasPassed |= !changed.isEmpty();
            write(changed);
        }
    }

    /** Writes what need not be held back any longer, or at least the head. */
    void releaseOverdue() {
        Optional<Bytes> overdue = isDropped || !head.hasBody() ? Optional.empty() : transform.overdue();
        if (overdue.isPresent()) {
            begin();
            client.flush();
            write(overdue.get());
        }
    }

    /** Whether the transform has returned any of the body. */
    boolean hasPassed() {
        return hasPassed;
    }

    private void write(Bytes bytes) {
        if (bytes.isEmpty() || !head.hasBody()) {
            return;
        }
        begin();
        client.writeBody(Unpooled.wrappedBuffer(bytes.array(), bytes.offset(), bytes.length()));
        client.flush();
    }

    private void begin() {
        isTouched = true;
        if (!client.isHeadWritten()) {
            head.writeTo(client);
        }
    }

    @Override
    public void end(Bytes last) {
        begin();
        client.end(
                head.hasBody()
                        ? Unpooled.wrappedBuffer(last.array(), last.offset(), last.length())
                        : Unpooled.EMPTY_BUFFER);
    }

    @Override
    public void cut(Bytes last) {
        write(last);
        client.cutNow();
    }

    @Override
    public void drop() {
        isDropped = true;
    }

    boolean isDropped() {
        return isDropped;
    }

    @Override
    public boolean isTouched() {
        return isTouched;
    }
}

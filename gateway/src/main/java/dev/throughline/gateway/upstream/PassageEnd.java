package dev.throughline.gateway.upstream;

import dev.throughline.engine.exchange.Passage;
import dev.throughline.gateway.http.ClientReply;
import dev.throughline.model.Bytes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * The client gets what a passage makes of the reply. Nothing is written before the passage lets something out, not
 * even the head, unless the passage allows it after a while; and the head only if no earlier call of the same turn
 * wrote one.
 */
final class PassageEnd implements ClientEnd {
    private final ClientReply client;
    private final ReplyHead head;
    private final Passage passage;
    private final boolean isDecodedElsewhere;
    private boolean isTouched;
    private boolean hasLetOut;
    private boolean isDropped;

    /** @param isDecodedElsewhere whether the pieces are compressed, and {@link #pass} is given them plain */
    PassageEnd(ClientReply client, ReplyHead head, Passage passage, boolean isDecodedElsewhere) {
        this.client = client;
        this.head = head;
        this.passage = passage;
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
            letOut(passage.pass(bytes, 0, bytes.length));
        }
    }

    /** Lets the client see what it need not wait for, or at least the head. */
    void hurry() {
        Optional<Bytes> overdue = isDropped || !head.hasBody() ? Optional.empty() : passage.overdue();
        if (overdue.isPresent()) {
            begin();
            client.flush();
            letOut(overdue.get());
        }
    }

    /** Whether the client has seen any of the body. */
    boolean hasLetOut() {
        return hasLetOut;
    }

    private void letOut(Bytes bytes) {
        if (bytes.isEmpty() || !head.hasBody()) {
            return;
        }
        hasLetOut = true;
        begin();
        client.pass(Unpooled.wrappedBuffer(bytes.array(), bytes.offset(), bytes.length()));
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
        letOut(last);
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

package dev.throughline.gateway.upstream;

import dev.throughline.model.Bytes;
import io.netty.buffer.ByteBuf;

/** Writes a reply to the client and decides what the client receives, and when. Used on the event loop only. */
sealed interface ReplyWriter permits ExactReplyWriter, TransformedReplyWriter {
    /**
     * The flow begins.
     *
     * @param isWhole whether the reply is complete, and all of it follows as one piece
     */
    void open(boolean isWhole);

    /**
     * Takes the next piece, and owns it from now on.
     *
     * @param isLast whether the reply is complete with it
     */
    void take(ByteBuf piece, boolean isLast);

    /** Lets the client see the end, after some last bytes. */
    void end(Bytes last);

    /** Lets the client see that there is no proper end, after some last bytes. */
    void cut(Bytes last);

    /** Releases what was held back and ignores what may still come, because the reply will have no end. */
    void drop();

    /** Whether this call sent anything to the client. */
    boolean isTouched();
}

package dev.throughline.engine.turn;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the copy of a reply while the reply itself flows past.
 *
 * @param reply what was said
 * @param body the bytes themselves, when a listener wants them, up to a limit
 */
record ReplyCapture(Reply reply, Bytes body) {
    /** As much as the copy is handed over in at once; most replies are shorter than that. */
    private static final int BUFFER_BYTES = 8 * 1024;

    /** As much of a reply is kept for those who want its bytes. */
    static final int BODY_BYTES = 8 * 1024 * 1024;

    static ReplyCapture read(InputStream copy, ReplyReader reader, boolean wantsBody) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int n = copy.read(buffer); n >= 0; n = copy.read(buffer)) {
            reader.feed(buffer, 0, n);
            if (wantsBody && body.size() < BODY_BYTES) {
                body.write(buffer, 0, Math.min(n, BODY_BYTES - body.size()));
            }
        }
        return new ReplyCapture(reader.finish(), Bytes.of(body.toByteArray()));
    }
}

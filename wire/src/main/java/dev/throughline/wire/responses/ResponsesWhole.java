package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.WholeBody;
import java.util.List;
import java.util.Optional;

/** Reads a Responses reply that is one JSON document: each element of its {@code output} is an element of the reply. */
public final class ResponsesWhole implements ReplyReader {
    private final WholeBody body = new WholeBody(ResponsesWhole::read);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        return body.finish();
    }

    private static boolean read(Members body, Bytes raw, ReplyDraft draft) {
        ResponseObject response = new ResponseObject(body);
        Optional<List<Bytes>> output = response.output();
        if (output.isEmpty() && body.raw("error").isPresent()) {
            draft.name(body);
            draft.fail(body.object("error"), raw);
            return true;
        }
        if (output.isEmpty()) {
            return false;
        }
        response.describe(draft);
        output.get().forEach(draft::element);
        if (draft.ending() == Ending.FAILED) {
            draft.unread(raw);
        }
        return true;
    }
}

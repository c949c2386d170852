package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.DocumentReader;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.Optional;

/** Reads a Messages reply that is one JSON document: its {@code content}, as it came, makes one assistant message. */
public final class MessagesDocumentReader extends DocumentReader {
    @Override
    protected boolean read(RawObject body, ReplyDraft draft) {
        if (body.has("error") || body.is("type", "error")) {
            draft.fail(body.object("error"), body.raw());
            return true;
        }
        Optional<Bytes> content = body.raw("content");
        if (content.isEmpty()) {
            return false;
        }
        draft.name(body);
        draft.usage(MessagesStreamReader.usage(Optional.empty(), body));
        Optional<String> reason = body.text("stop_reason");
        draft.stopReason(reason);
        draft.end(reason.map(MessagesStreamReader::ending).orElse(Ending.COMPLETE));
        draft.element(MessagesStreamReader.message(content.get()));
        return true;
    }
}

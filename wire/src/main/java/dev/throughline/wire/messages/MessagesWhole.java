package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.WholeBody;
import java.util.Optional;

/** Reads a Messages reply that is one JSON document: its {@code content}, as it came, makes one assistant message. */
public final class MessagesWhole implements ReplyReader {
    private final WholeBody body = new WholeBody(MessagesWhole::read);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        body.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        return body.finish();
    }

    private static boolean read(Members body, Bytes raw, ReplyDraft draft) {
        if (body.raw("error").isPresent() || body.text("type").orElse("").equals("error")) {
            draft.fail(body.object("error"), raw);
            return true;
        }
        Optional<Bytes> content = body.raw("content");
        if (content.isEmpty()) {
            return false;
        }
        draft.name(body);
        MessagesUsage usage = new MessagesUsage();
        usage.add(body.object("usage"));
        draft.usage(usage.said());
        Optional<String> reason = body.text("stop_reason");
        draft.stopReason(reason);
        draft.end(reason.map(MessagesEnding::of).orElse(Ending.COMPLETE));
        draft.element(message(content.get()));
        return true;
    }

    /** The message as a client sends it back. */
    static Bytes message(Bytes content) {
        return new RawJson()
                .add("{\"role\":\"assistant\",\"content\":")
                .add(content)
                .add("}")
                .toBytes();
    }
}

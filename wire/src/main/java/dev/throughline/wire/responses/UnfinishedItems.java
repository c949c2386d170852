package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.ReplyDraft;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The output items that were begun and not yet done, with the text that was streamed so far.
 *
 * <p>They matter only if the stream breaks off. Each then becomes an assistant message, also if it was to be a tool
 * call: half a tool call cannot be answered, so it must not look like one.
 *
 * <pre>
 *   {"type":"message","id":…,"status":"incomplete","role":"assistant","content":[{"type":"output_text","text":…}]}
 * </pre>
 *
 * <p>The text is all string deltas of the item in the order in which they came, their escapes untouched; the id is
 * there if the item was a message and had one. Of an item that was no message the object that began it is kept as
 * unread, since it holds what the message cannot: the tool's name, the call's id.
 */
final class UnfinishedItems {
    private record Open(Bytes begun, JsonBuilder text) {}

    /** By {@code output_index} as it was written, which every event of an item repeats. */
    private final Map<String, Open> byIndex = new LinkedHashMap<>();

    void begin(String index, Bytes item) {
        byIndex.put(index, new Open(Bytes.of(item.toArray()), new JsonBuilder()));
    }

    /** Some servers do not report the beginning of an item; it then begins with its first delta. */
    void grow(String index, Bytes innerDelta) {
        byIndex.computeIfAbsent(index, unseen -> new Open(Bytes.EMPTY, new JsonBuilder()))
                .text
                .add(innerDelta);
    }

    void done(String index) {
        byIndex.remove(index);
    }

    /** Adds the open items as elements, because the stream was cut. */
    void keep(ReplyDraft draft) {
        for (Open open : byIndex.values()) {
            Optional<RawObject> begun = RawObject.of(open.begun);
            boolean isMessage =
                    begun.flatMap(item -> item.text("type")).orElse("").equals("message");
            if (!open.text.isEmpty()) {
                draft.element(message(begun.filter(item -> isMessage).flatMap(item -> item.raw("id")), open.text));
            }
            if (!isMessage && !open.begun.isEmpty()) {
                draft.unread(open.begun);
            }
        }
    }

    /** Adds the open items as unread, because the provider reported a failure. */
    void keepUnread(ReplyDraft draft) {
        for (Open open : byIndex.values()) {
            if (!open.begun.isEmpty()) {
                draft.unread(open.begun);
            }
            if (!open.text.isEmpty()) {
                draft.unread(open.text.asString());
            }
        }
    }

    private static Bytes message(Optional<Bytes> id, JsonBuilder text) {
        Bytes part = JsonBuilder.object("type", "output_text", "text", text.asString());
        return JsonBuilder.object(
                "type", "message", "id", id, "status", "incomplete", "role", "assistant", "content", List.of(part));
    }
}

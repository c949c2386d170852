package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.ReplyDraft;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.sse.EventFeed;
import dev.throughline.wire.sse.SseEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a streamed Messages reply: one assistant message of all its blocks, each put together as {@link OpenBlock}
 * tells.
 *
 * <p>A block that was begun is part of the message also when the stream broke off inside it: that is how the client saw
 * it, and some resend it so. The provider's last word is a {@code stop_reason}, or {@code message_stop}.
 */
public final class MessagesStream implements ReplyReader {
    private final ReplyDraft draft = new ReplyDraft();
    private final MessagesUsage usage = new MessagesUsage();
    private final Map<String, OpenBlock> blocks = new LinkedHashMap<>();
    private final EventFeed events = new EventFeed(this::read, draft);

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        events.feed(bytes, offset, length);
    }

    @Override
    public Reply finish() {
        events.finish();
        draft.usage(usage.said());
        if (!blocks.isEmpty()) {
            RawJson content = new RawJson().add("[");
            blocks.values().forEach(block -> content.element(block.toBytes()));
            draft.element(MessagesWhole.message(content.add("]").toBytes()));
        }
        return draft.finish();
    }

    private boolean read(SseEvent event) {
        if (event.name().equals("ping") || event.data().isEmpty()) {
            return true;
        }
        return Members.of(event.data())
                .filter(data -> read(data.text("type").orElse(event.name()), data, event.data()))
                .isPresent();
    }

    private boolean read(String type, Members data, Bytes raw) {
        return switch (type) {
            case "message_start" -> data.object("message").map(this::start).orElse(false);
            case "content_block_start" ->
                data.raw("content_block").map(block -> begin(data, block)).orElse(false);
            case "content_block_delta" ->
                data.object("delta").map(delta -> grow(data, delta)).orElse(false);
            case "message_delta" -> end(data);
            case "message_stop" -> stop();
            case "error" -> fail(data, raw);
            case "content_block_stop", "ping" -> true;
            default -> false;
        };
    }

    /** A message that begins with content is unlike all we know; it is kept as unread, its name and usage are used. */
    private boolean start(Members message) {
        draft.name(message);
        usage.add(message.object("usage"));
        return message.array("content").map(content -> content.isEmpty()).orElse(true);
    }

    private boolean begin(Members data, Bytes block) {
        Optional<OpenBlock> begun = OpenBlock.of(block);
        return begun.isPresent() && blocks.putIfAbsent(index(data), begun.get()) == null;
    }

    private boolean grow(Members data, Members delta) {
        OpenBlock open = blocks.get(index(data));
        return open != null && open.grow(delta);
    }

    private boolean end(Members data) {
        usage.add(data.object("usage"));
        Optional<String> reason = data.object("delta").flatMap(delta -> delta.text("stop_reason"));
        draft.stopReason(reason);
        reason.ifPresent(said -> draft.end(MessagesEnding.of(said)));
        return true;
    }

    private boolean stop() {
        draft.end(draft.ending() == Ending.CUT ? Ending.COMPLETE : draft.ending());
        return true;
    }

    private boolean fail(Members data, Bytes raw) {
        draft.fail(data.object("error"), raw);
        return true;
    }

    private static String index(Members data) {
        return data.raw("index").map(Bytes::utf8).orElse("");
    }
}

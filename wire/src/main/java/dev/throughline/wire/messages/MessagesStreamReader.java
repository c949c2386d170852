package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply.Ending;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.StreamReader;
import dev.throughline.wire.sse.SseEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a streamed Messages reply: one assistant message of all its blocks, each put together by
 * {@link ContentBlockBuilder}.
 *
 * <p>A block is part of the message even if the stream was cut inside it: the client saw it, and some clients resend
 * it. With a {@code stop_reason} or {@code message_stop} the reply was not cut.
 */
public final class MessagesStreamReader extends StreamReader {
    private final Map<String, ContentBlockBuilder> blocks = new LinkedHashMap<>();
    private Optional<Usage> usage = Optional.empty();

    @Override
    protected void complete() {
        draft.usage(usage);
        if (!blocks.isEmpty()) {
            draft.element(message(JsonBuilder.array(
                    blocks.values().stream().map(ContentBlockBuilder::toBytes).toList())));
        }
    }

    /** An assistant message as a client sends it back. */
    static Bytes message(Bytes content) {
        return JsonBuilder.object("role", "assistant", "content", content);
    }

    @Override
    protected boolean read(SseEvent event) {
        if (event.name().equals("ping") || event.data().isEmpty()) {
            return true;
        }
        return event.object()
                .filter(data -> read(data.text("type").orElse(event.name()), data))
                .isPresent();
    }

    private boolean read(String type, RawObject data) {
        return switch (type) {
            case "message_start" -> data.object("message").map(this::start).orElse(false);
            case "content_block_start" ->
                data.raw("content_block").map(block -> begin(data, block)).orElse(false);
            case "content_block_delta" ->
                data.object("delta").map(delta -> grow(data, delta)).orElse(false);
            case "message_delta" -> end(data);
            case "message_stop" -> {
                draft.endIfCut();
                yield true;
            }
            case "error" -> {
                draft.fail(data.object("error"), data.raw());
                yield true;
            }
            case "content_block_stop", "ping" -> true;
            default -> false;
        };
    }

    /** A message that begins with content is unknown: it is kept as unread, but its id, model and usage are used. */
    private boolean start(RawObject message) {
        draft.name(message);
        usage = usage(usage, message);
        return message.array("content").map(List::isEmpty).orElse(true);
    }

    private boolean begin(RawObject data, Bytes block) {
        Optional<ContentBlockBuilder> begun = ContentBlockBuilder.of(block);
        return begun.isPresent() && blocks.putIfAbsent(index(data), begun.get()) == null;
    }

    private boolean grow(RawObject data, RawObject delta) {
        ContentBlockBuilder open = blocks.get(index(data));
        return open != null && open.grow(delta);
    }

    private boolean end(RawObject data) {
        usage = usage(usage, data);
        Optional<String> reason = data.object("delta").flatMap(delta -> delta.text("stop_reason"));
        draft.stopReason(reason);
        reason.ifPresent(text -> draft.end(ending(text)));
        return true;
    }

    private static String index(RawObject data) {
        return data.raw("index").map(Bytes::utf8).orElse("");
    }

    /** The ending that a {@code stop_reason} stands for. A refusal is an answer. */
    static Ending ending(String stopReason) {
        return switch (stopReason) {
            case "max_tokens", "model_context_window_exceeded" -> Ending.INCOMPLETE;
            default -> Ending.COMPLETE;
        };
    }

    /**
     * The {@code usage}, which the start of a stream begins and its end completes: a later number replaces an earlier
     * one of its name, and a name that is missing changes nothing.
     */
    static Optional<Usage> usage(Optional<Usage> before, RawObject holder) {
        Usage known = before.orElse(Usage.NONE);
        return holder.object("usage")
                .map(now -> new Usage(
                        tokens(now, "input_tokens", known.input()),
                        tokens(now, "cache_read_input_tokens", known.cacheRead()),
                        tokens(now, "cache_creation_input_tokens", known.cacheWrite()),
                        tokens(now, "output_tokens", known.output())))
                .or(() -> before);
    }

    private static long tokens(RawObject now, String name, long before) {
        return Math.max(0, now.number(name).orElse(before));
    }
}

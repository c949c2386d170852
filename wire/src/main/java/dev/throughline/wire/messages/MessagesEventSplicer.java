package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.ClientOutput;
import dev.throughline.wire.reply.EventSplicer;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins streams of Messages. The message of the first round is the one that the client sees; later rounds add blocks to
 * it.
 *
 * <pre>
 *   round 1   message_start  block 0 text  block 1 local  message_delta  message_stop
 *   round 2   message_start  block 0 text                 message_delta  message_stop
 *   client    message_start  block 0 text  block 1 text   message_delta  message_stop
 * </pre>
 *
 * <p>An event changes only where it must: {@code index}, and in the {@code message_delta} of a later round the
 * {@code usage}. As long as nothing differs, an event is not even parsed unless it begins a block or ends the message.
 */
final class MessagesEventSplicer extends EventSplicer {
    private static final Bytes END_TURN = Bytes.of("\"end_turn\"");
    private static final Set<String> NAMES = Set.of(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "ping",
            "error");

    private final Set<String> localNames;
    private final Map<String, Integer> shown = new HashMap<>();
    private final Set<String> hidden = new HashSet<>();
    private int nextIndex;
    private boolean hasClientCall;
    private @Nullable SseEvent heldDelta;
    private @Nullable SseEvent heldStop;

    MessagesEventSplicer(Set<String> localNames) {
        super(SseEncoder.NAMED);
        this.localNames = localNames;
    }

    @Override
    protected boolean isHead(SseEvent event) {
        String type = type(event);
        return type.equals("message_start") || type.equals("ping");
    }

    @Override
    protected Optional<Overflow> overflow(SseEvent event) {
        return type(event).equals("error") ? event.object().flatMap(MessagesToolCodec::overflowIn) : Optional.empty();
    }

    @Override
    protected void begin() {
        shown.clear();
        hidden.clear();
        hasClientCall = false;
        heldDelta = null;
        heldStop = null;
    }

    @Override
    protected void splice(SseEvent event, ClientOutput out) {
        switch (type(event)) {
            case "message_start" -> start(event, out);
            case "content_block_start" -> open(event, out);
            case "content_block_delta", "content_block_stop" -> grow(event, out);
            case "message_delta" -> end(event, out);
            case "message_stop" -> stop(event, out);
            case "error" -> {
                isOver = true;
                out.send(event);
            }
            default -> out.send(event);
        }
    }

    @Override
    protected void sendEnd(ClientOutput out) {
        SseEvent delta = heldDelta;
        if (delta == null) {
            return;
        }
        isOver = true;
        out.send(ended(delta));
        if (heldStop != null) {
            out.send(heldStop);
        }
    }

    @Override
    protected Bytes failure(Bytes error) {
        return encoder.event("error", error);
    }

    private void start(SseEvent event, ClientOutput out) {
        usage.add(event.object().flatMap(data -> data.object("message")).flatMap(message -> message.raw("usage")));
        if (isFirst) {
            out.send(event);
        }
    }

    private void open(SseEvent event, ClientOutput out) {
        Optional<RawObject> block = event.object().flatMap(data -> data.object("content_block"));
        String index = index(event);
        if (block.isPresent() && MessagesToolCodec.isLocal(block.get(), localNames)) {
            hidden.add(index);
            return;
        }
        hasClientCall |= block.isPresent() && MessagesToolCodec.isCall(block.get());
        int given = isPlain() ? (int) number(event) : nextIndex;
        shown.put(index, given);
        nextIndex = given + 1;
        grow(event, out);
    }

    private boolean isPlain() {
        return isFirst && hidden.isEmpty();
    }

    private void grow(SseEvent event, ClientOutput out) {
        if (isPlain()) {
            out.send(event);
            return;
        }
        Integer index = shown.get(index(event));
        if (index != null && !hidden.contains(index(event))) {
            JsonEdits edits = new JsonEdits(event.data());
            event.object()
                    .flatMap(data -> data.raw("index"))
                    .ifPresent(raw -> edits.replace(raw, Bytes.of(index.toString())));
            out.send(edited(event, edits));
        }
    }

    private void end(SseEvent event, ClientOutput out) {
        usage.add(event.object().flatMap(data -> data.raw("usage")));
        if (hidden.isEmpty()) {
            isOver = true;
            out.send(usage.hasEarlier() ? ended(event) : event);
        } else {
            heldDelta = event.copy();
        }
    }

    private void stop(SseEvent event, ClientOutput out) {
        if (hidden.isEmpty()) {
            out.send(event);
        } else {
            heldStop = event.copy();
        }
    }

    /**
     * The end of the message, with the last prompt and the output of all rounds in its usage. A call that the client
     * did not see is not its stop reason.
     */
    private SseEvent ended(SseEvent event) {
        JsonEdits edits = new JsonEdits(event.data());
        event.object().ifPresent(data -> {
            Optional<Bytes> reason = data.object("delta").flatMap(delta -> delta.raw("stop_reason"));
            boolean isForTools = reason.flatMap(RawObject::text).orElse("").equals("tool_use");
            if (isForTools && !hasClientCall) {
                edits.replace(reason.orElseThrow(), END_TURN);
            }
            usage.total().ifPresent(total -> edits.set(data, "usage", total));
        });
        return edited(event, edits);
    }

    /** The number of a block that passes as it is; those behind a hidden one are counted on from it. */
    private long number(SseEvent event) {
        return event.object()
                .map(data -> data.number("index"))
                .orElse(OptionalLong.empty())
                .orElse(nextIndex);
    }

    private static String index(SseEvent event) {
        return event.object()
                .flatMap(data -> data.raw("index"))
                .map(Bytes::utf8)
                .orElse("");
    }

    /** The type of an event, from its name if possible, so that it is not parsed. */
    private static String type(SseEvent event) {
        if (NAMES.contains(event.name())) {
            return event.name();
        }
        return event.object().flatMap(data -> data.text("type")).orElse(event.name());
    }
}

package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.EventSplicer;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

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

    private int nextIndex;
    private boolean hasClientCall;

    MessagesEventSplicer(Predicate<RawObject> isLocal) {
        super(new MessagesStreamReader(), isLocal);
    }

    @Override
    protected boolean isHead(SseEvent event) {
        String type = type(event, NAMES::contains);
        return type.equals("message_start") || type.equals("ping");
    }

    @Override
    protected boolean isError(SseEvent event) {
        return type(event, NAMES::contains).equals("error");
    }

    @Override
    protected void begin() {
        hasClientCall = false;
    }

    @Override
    protected void splice(SseEvent event) {
        switch (type(event, NAMES::contains)) {
            case "message_start" -> start(event);
            case "content_block_start" -> open(event);
            case "content_block_delta", "content_block_stop" -> grow(event);
            case "message_delta" -> end(event);
            case "message_stop" -> stop(event);
            case "error" -> sendLast(event);
            default -> send(event);
        }
    }

    @Override
    protected SseEvent completed(EndPart part, SseEvent event) {
        return part == EndPart.REASON ? ended(event) : event;
    }

    @Override
    protected Bytes failure(Bytes error) {
        return SseEncoder.event("error", error);
    }

    private void start(SseEvent event) {
        usage.add(event.object("message").flatMap(message -> message.raw("usage")));
        if (isFirst) {
            send(event);
        }
    }

    private void open(SseEvent event) {
        Optional<RawObject> block = event.object("content_block");
        String index = index(event);
        if (block.filter(isLocal).isPresent()) {
            hidden.add(index);
            return;
        }
        hasClientCall |= block.filter(MessagesToolCodec::isCall).isPresent();
        // Blocks before the first hidden one keep their numbers; later blocks are numbered from there.
        int given = isPlain() ? (int) event.number("index").orElse(nextIndex) : nextIndex;
        shown.put(index, given);
        nextIndex = given + 1;
        grow(event);
    }

    private void grow(SseEvent event) {
        if (isPlain()) {
            send(event);
            return;
        }
        Integer index = shown.get(index(event));
        if (index != null && !hidden.contains(index(event))) {
            JsonEdits edits = new JsonEdits(event.data());
            event.raw("index").ifPresent(raw -> edits.replace(raw, Bytes.of(index.toString())));
            send(edited(event, edits));
        }
    }

    private void end(SseEvent event) {
        usage.add(event.raw("usage"));
        if (hasLocalCall()) {
            hold(EndPart.REASON, event);
        } else {
            sendLast(usage.hasEarlier() ? ended(event) : event);
        }
    }

    private void stop(SseEvent event) {
        if (hasLocalCall()) {
            hold(EndPart.DONE, event);
        } else {
            send(event);
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

    private static String index(SseEvent event) {
        return event.raw("index").map(Bytes::utf8).orElse("");
    }
}

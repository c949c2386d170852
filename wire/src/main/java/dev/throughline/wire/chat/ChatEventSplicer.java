package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import dev.throughline.wire.reply.EventSplicer;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Joins streams of Chat. The chunks of all rounds get the id, time and model of the first, and together make one
 * message: the texts joined, the client's calls numbered from 0.
 *
 * <pre>
 *   round 1   role  content A  call 0 local  finish tool_calls  usage  [DONE]
 *   round 2   role  content B  finish stop   usage  [DONE]
 *   client    role  content A  content B     finish stop        usage  [DONE]
 * </pre>
 *
 * <p>One chunk may contain text, calls, the finish reason and the usage. The parts that end a round with a local call
 * are removed and held back; {@link ChatDeltas} removes local calls.
 */
final class ChatEventSplicer extends EventSplicer {
    private static final List<String> NAMES = List.of("id", "created", "model");
    private static final Bytes STOP = Bytes.of("\"stop\"");
    private static final Bytes EMPTY = Bytes.of("{}");
    private static final Bytes NULL = Bytes.of("null");

    private final ChatDeltas deltas;
    private final Map<String, Bytes> names = new LinkedHashMap<>();

    ChatEventSplicer(Predicate<RawObject> isLocal) {
        super(new ChatStreamReader(), isLocal);
        this.deltas = new ChatDeltas(isLocal, shown, hidden);
    }

    @Override
    protected boolean isHead(SseEvent event) {
        return event.object()
                .flatMap(chunk -> chunk.elements("choices"))
                .filter(choices -> choices.stream().allMatch(ChatEventSplicer::isEmpty))
                .isPresent();
    }

    @Override
    protected boolean isError(SseEvent event) {
        return event.raw("error").isPresent();
    }

    @Override
    protected void begin() {
        deltas.begin();
    }

    @Override
    protected void splice(SseEvent event) {
        Optional<RawObject> chunk = event.object();
        if (isError(event)) {
            sendLast(event);
        } else if (chunk.isPresent()) {
            chunk(event, chunk.get());
        } else if (event.data().equals(ChatStreamReader.DONE) && hasLocalCall()) {
            hold(EndPart.DONE, event);
        } else if (event.data().equals(ChatStreamReader.DONE) || !event.hasData() || isPlain()) {
            send(event);
        }
    }

    @Override
    protected SseEvent completed(EndPart part, SseEvent event) {
        return switch (part) {
            case REASON -> ended(event);
            case USAGE -> {
                JsonEdits edits = new JsonEdits(event.data());
                event.object().ifPresent(chunk -> totalUsage(chunk, edits));
                yield named(event, edits);
            }
            case DONE -> event;
        };
    }

    @Override
    protected Bytes failure(Bytes error) {
        return SseEncoder.event("", error);
    }

    private void chunk(SseEvent event, RawObject chunk) {
        List<Member> choices = chunk.elements("choices").orElse(List.of());
        Optional<Bytes> reported = chunk.raw("usage");
        usage.add(reported);
        JsonEdits edits = new JsonEdits(event.data());
        boolean hasContent = deltas.take(choices, edits, /* keepsRole= */ isFirst);
        boolean ends = choices.stream().anyMatch(choice -> reason(choice).isPresent());
        if (isFirst && names.isEmpty()) {
            NAMES.forEach(name -> chunk.raw(name).ifPresent(raw -> names.put(name, Bytes.of(raw.toArray()))));
        }
        if (isPlain()) {
            isOver |= ends;
            send(event);
        } else if (hasLocalCall()) {
            hold(event, choices, ends, reported.isPresent());
            if (hasContent) {
                choices.forEach(choice -> reason(choice).ifPresent(raw -> edits.replace(raw, NULL)));
                reported.ifPresent(raw -> edits.replace(raw, NULL));
                send(named(event, edits));
            }
        } else if (hasContent || ends || reported.isPresent()) {
            isOver |= ends;
            totalUsage(chunk, edits);
            send(named(event, edits));
        }
    }

    /** Holds back the parts of a chunk that end a round with a local call. */
    private void hold(SseEvent event, List<Member> choices, boolean ends, boolean hasUsage) {
        if (ends) {
            hold(EndPart.REASON, event);
        } else if (hasUsage && choices.isEmpty()) {
            hold(EndPart.USAGE, event);
        }
    }

    /** The end of the message, without text. A call that the client did not see is not its finish reason. */
    private SseEvent ended(SseEvent event) {
        JsonEdits edits = new JsonEdits(event.data());
        RawObject chunk = event.object().orElseThrow();
        for (Member choice : chunk.elements("choices").orElse(List.of())) {
            choice.object().flatMap(found -> found.raw("delta")).ifPresent(raw -> edits.replace(raw, EMPTY));
            reason(choice).filter(raw -> isForTools(raw) && shown.isEmpty()).ifPresent(raw -> edits.replace(raw, STOP));
        }
        totalUsage(chunk, edits);
        return named(event, edits);
    }

    private void totalUsage(RawObject chunk, JsonEdits edits) {
        chunk.raw("usage").ifPresent(raw -> edits.replace(raw, usage.total().orElse(raw)));
    }

    /** The event with these edits, and in a later round with the id, time and model of the first. */
    private SseEvent named(SseEvent event, JsonEdits edits) {
        event.object()
                .ifPresent(chunk ->
                        names.forEach((name, value) -> chunk.raw(name).ifPresent(raw -> edits.replace(raw, value))));
        return edited(event, edits);
    }

    private static boolean isForTools(Bytes reason) {
        return RawObject.text(reason).orElse("").equals("tool_calls");
    }

    private static Optional<Bytes> reason(Member choice) {
        return choice.object()
                .flatMap(found -> found.raw("finish_reason"))
                .filter(raw -> !RawObject.text(raw).orElse("").isEmpty());
    }

    private static boolean isEmpty(Member choice) {
        return reason(choice).isEmpty()
                && choice.object()
                        .flatMap(found -> found.object("delta"))
                        .map(ChatDeltas::isEmpty)
                        .orElse(true);
    }
}

package dev.throughline.importer.format;

import dev.throughline.engine.session.ClientSessionKeys;
import dev.throughline.importer.format.TranscriptLine.LineContent;
import dev.throughline.importer.format.TranscriptLine.LinePlace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads a rollout of Codex, {@code ~/.codex/sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl}, one thread per file:
 *
 * <pre>
 *   {"timestamp":…,"type":"session_meta","payload":{"id":…,"cwd":…,"source":"cli"}}
 *   {"timestamp":…,"type":"turn_context","payload":{"cwd":…,"model":…}}
 *   {"timestamp":…,"type":"response_item","payload":{ an element of a Responses request }}
 *   {"timestamp":…,"type":"compacted","payload":{"message":…,"replacement_history":[ elements ]}}
 *   {"timestamp":…,"type":"event_msg","payload":{"type":"token_count",…}}
 * </pre>
 *
 * <p>A {@code compacted} line begins a new history. A {@code thread_rolled_back} event returns to the line before an
 * earlier user message. Rollouts before September 2025 have the fields of {@code session_meta} in their first line, and
 * then elements without an envelope.
 */
final class CodexRolloutLines implements TranscriptFormat {
    static final String CLIENT = "codex";

    /** Elements that are not sent to the model. */
    private static final Set<String> NOT_SENT = Set.of("ghost_snapshot", "other");

    private final Wire wire;
    private final Dialect dialect;
    private final Predicate<String> isScaffold;
    private Optional<TranscriptSession> session = Optional.empty();
    private final String fallbackId;
    private String folder = "";
    private Optional<String> previous = Optional.empty();

    /** For each message of the user in the current history, the line before it. */
    private final Deque<Optional<String>> beforeMessages = new ArrayDeque<>();

    /**
     * @param isScaffold whether the agent wrote a user text
     * @param fallbackId the id of the thread if the file does not name it
     */
    CodexRolloutLines(Wire wire, Predicate<String> isScaffold, String fallbackId) {
        this.wire = wire;
        this.dialect = wire.dialect();
        this.isScaffold = isScaffold;
        this.fallbackId = fallbackId;
    }

    @Override
    public Optional<TranscriptLine> read(Bytes line, long number) {
        RawObject object = LineItems.object(line);
        Optional<RawObject> payload = object.object("payload");
        if (payload.isEmpty()) {
            return readWithoutEnvelope(object, line, number);
        }
        Optional<Instant> at = LineItems.time(object, "timestamp");
        return switch (object.type()) {
            case "session_meta" -> setting(payload.get(), at, number);
            case "turn_context" -> setting(payload.get(), at, number);
            case "response_item" -> element(line, payload.get(), at, number);
            case "compacted" -> Optional.of(compacted(line, payload.get(), at, number));
            case "event_msg" -> event(payload.get(), at, number);
            default -> Optional.empty();
        };
    }

    private Optional<TranscriptLine> readWithoutEnvelope(RawObject object, Bytes line, long number) {
        if (object.has("type")) {
            return element(line, object, LineItems.time(object, "timestamp"), number);
        }
        return object.has("id") ? setting(object, LineItems.time(object, "timestamp"), number) : Optional.empty();
    }

    private TranscriptSession session() {
        TranscriptSession named = session.orElseGet(() -> {
            if (fallbackId.isEmpty()) {
                throw new UnreadableException("expected the id of the thread in a line before this one");
            }
            return TranscriptSession.of(ClientSessionKeys.codex(fallbackId), CLIENT);
        });
        session = Optional.of(named);
        return named;
    }

    /** The first {@code session_meta} names the thread; those after it were copied from the thread that it forks. */
    private void name(RawObject meta) {
        if (session.isPresent()) {
            return;
        }
        meta.text("id").filter(id -> !id.isBlank()).ifPresent(id -> {
            Optional<String> parent = meta.object("source")
                    .flatMap(source -> source.object("subagent"))
                    .flatMap(agent -> agent.object("thread_spawn"))
                    .flatMap(spawn -> spawn.text("parent_thread_id"))
                    .or(() -> meta.text("parent_thread_id"))
                    .filter(each -> !each.isBlank() && !each.equals(id));
            session = Optional.of(
                    TranscriptSession.of(ClientSessionKeys.codex(id), parent.map(ClientSessionKeys::codex), CLIENT));
        });
    }

    /** A line that names the folder or the model. It is archived if the folder differs from the one before. */
    private Optional<TranscriptLine> setting(RawObject fields, Optional<Instant> at, long number) {
        name(fields);
        String named = fields.text("cwd").orElse(folder);
        LineContent content = named.equals(folder)
                ? new LineContent(dialect, fields.text("model"), List.of(), Optional.empty(), /* isSetting= */ false)
                : LineContent.setting(dialect, fields.text("model"));
        folder = named;
        return Optional.of(line(number, at, content));
    }

    private Optional<TranscriptLine> element(Bytes line, RawObject element, Optional<Instant> at, long number) {
        if (NOT_SENT.contains(element.type())) {
            return Optional.empty();
        }
        List<Item> items = LineItems.exact(wire, line, element.raw());
        boolean isMessage = items.stream()
                .anyMatch(item -> item.kind() == ItemKind.USER && !isScaffold.test(wire.text(line, item)));
        if (isMessage) {
            beforeMessages.push(previous);
        }
        return Optional.of(line(number, at, LineContent.of(dialect, items)));
    }

    /** The line after the previous one. */
    private TranscriptLine line(long number, Optional<Instant> at, LineContent content) {
        String id = Long.toString(number);
        TranscriptLine line = new TranscriptLine(session(), LinePlace.after(id, previous), at, content);
        previous = Optional.of(id);
        return line;
    }

    private TranscriptLine compacted(Bytes line, RawObject payload, Optional<Instant> at, long number) {
        List<Item> items = new ArrayList<>();
        payload.array("replacement_history")
                .orElse(List.of())
                .forEach(element -> items.addAll(LineItems.exact(wire, line, element)));
        if (items.isEmpty()) {
            Bytes summary = payload.raw("message")
                    .orElseThrow(() -> new UnreadableException("expected a message or a replacement_history"));
            Bytes part = JsonBuilder.object("type", "input_text", "text", summary);
            Bytes message = JsonBuilder.object("type", "message", "role", "user", "content", List.of(part));
            items.add(LineItems.converted(wire, line, summary, message));
        }
        String id = Long.toString(number);
        LinePlace place = new LinePlace(id, Optional.empty(), previous, /* isWithinTurn= */ false);
        previous = Optional.of(id);
        beforeMessages.clear();
        return new TranscriptLine(session(), place, at, LineContent.of(dialect, items));
    }

    private Optional<TranscriptLine> event(RawObject payload, Optional<Instant> at, long number) {
        if (payload.type().equals("thread_rolled_back")) {
            for (long left = payload.tokens("num_turns"); left > 0 && !beforeMessages.isEmpty(); left--) {
                previous = beforeMessages.pop();
            }
        }
        return payload.type().equals("token_count")
                ? payload.object("info")
                        .flatMap(tokens -> tokens.object("last_token_usage"))
                        .map(tokens -> usage(tokens, at, number))
                : Optional.empty();
    }

    private TranscriptLine usage(RawObject tokens, Optional<Instant> at, long number) {
        long cached = tokens.tokens("cached_input_tokens");
        Usage usage = new Usage(
                Math.max(0, tokens.tokens("input_tokens") - cached), cached, 0, tokens.tokens("output_tokens"));
        return line(
                number,
                at,
                new LineContent(dialect, Optional.empty(), List.of(), Optional.of(usage), /* isSetting= */ false));
    }
}

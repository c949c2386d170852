package dev.throughline.importer.format;

import dev.throughline.engine.session.ClientSessionKeys;
import dev.throughline.importer.format.TranscriptLine.LineContent;
import dev.throughline.importer.format.TranscriptLine.LinePlace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.RawObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads a session of pi, {@code ~/.pi/agent/sessions/--FOLDER--/TIME_ID.jsonl}, and of OpenClaw, which uses the same
 * format. Since version 2 its lines form a tree; in version 1 each line follows the one before:
 *
 * <pre>
 *   {"type":"session","version":3,"id":…,"timestamp":…,"cwd":…}
 *   {"type":"message","id":…,"parentId":…,"timestamp":…,"message":{ see PiMessageItems }}
 *   {"type":"compaction","id":…,"parentId":…,"summary":…,"firstKeptEntryId":…}
 *   {"type":"branch_summary","id":…,"parentId":…,"summary":…}
 *   {"type":"custom_message","id":…,"parentId":…,"content":…}
 *   {"type":"model_change","id":…,"parentId":…,"modelId":…}    and other settings
 * </pre>
 *
 * <p>A compaction begins a new history with the summary. The messages that it keeps are part of the older history,
 * which is linked; they are not repeated.
 */
final class PiSessionLines implements TranscriptFormat {
    static final String CLIENT = "pi";

    private final Function<String, TranscriptSession> names;
    private Wire wire;
    private Optional<TranscriptSession> session = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<String> previous = Optional.empty();

    /**
     * @param names returns the session with an id
     * @param firstApi the API that answers first in the file, as pi names it: messages before the first answer do not
     *     name it
     */
    PiSessionLines(Function<String, TranscriptSession> names, String firstApi) {
        this.names = names;
        this.wire = PiMessageItems.wire(firstApi);
    }

    /** The session of pi with an id. */
    static TranscriptSession name(String id) {
        return TranscriptSession.of(ClientSessionKeys.client(id), CLIENT);
    }

    @Override
    public Optional<TranscriptLine> read(Bytes line, long number) {
        RawObject object = LineItems.object(line);
        Optional<Instant> at = LineItems.time(object, "timestamp");
        if (object.type().equals("session")) {
            return header(object, at, number);
        }
        TranscriptSession name = session.orElseThrow(
                () -> new UnreadableException("expected the header of the session before this line"));
        String id = object.text("id").orElseGet(() -> Long.toString(number));
        Optional<String> parent = object.find("parentId").isPresent() ? object.text("parentId") : previous;
        LinePlace place = object.type().equals("compaction")
                ? new LinePlace(id, Optional.empty(), parent, /* isWithinTurn= */ false)
                : LinePlace.after(id, parent);
        LineContent content = content(object, line);
        previous = Optional.of(id);
        return Optional.of(new TranscriptLine(name, place, at, content));
    }

    private Optional<TranscriptLine> header(RawObject object, Optional<Instant> at, long number) {
        if (session.isPresent()) {
            throw new UnreadableException("expected one header, found a second one");
        }
        TranscriptSession name = names.apply(object.text("id")
                .orElseThrow(() -> new UnreadableException("expected a header with the session's id")));
        session = Optional.of(name);
        model = object.text("modelId");
        String id = "header " + number;
        return Optional.of(new TranscriptLine(
                name, LinePlace.after(id, Optional.empty()), at, LineContent.setting(wire.dialect(), model)));
    }

    private LineContent content(RawObject object, Bytes line) {
        return switch (object.type()) {
            case "message" ->
                message(
                        object.object("message").orElseThrow(() -> new UnreadableException("expected a message")),
                        line);
            case "custom_message" -> items(PiMessageItems.userContent(wire, line, object));
            case "compaction", "branch_summary" ->
                items(object.raw("summary").stream()
                        .map(text -> PiMessageItems.userText(wire, line, text))
                        .toList());
            default -> {
                model = object.text("modelId").or(() -> model);
                yield items(List.of());
            }
        };
    }

    private LineContent message(RawObject message, Bytes line) {
        message.text("api").ifPresent(api -> wire = PiMessageItems.wire(api));
        model = message.text("model").or(() -> model);
        boolean isUnsent = message.is("role", "bashExecution")
                && message.raw("excludeFromContext")
                        .filter(raw -> raw.utf8().equals("true"))
                        .isPresent();
        List<Item> items = isUnsent ? List.of() : PiMessageItems.of(wire, line, message);
        return new LineContent(
                wire.dialect(),
                model,
                items,
                message.object("usage").map(PiSessionLines::usage),
                /* isSetting= */ false);
    }

    private LineContent items(List<Item> items) {
        return new LineContent(wire.dialect(), model, items, Optional.empty(), /* isSetting= */ false);
    }

    private static Usage usage(RawObject usage) {
        return new Usage(
                usage.tokens("input"), usage.tokens("cacheRead"), usage.tokens("cacheWrite"), usage.tokens("output"));
    }
}

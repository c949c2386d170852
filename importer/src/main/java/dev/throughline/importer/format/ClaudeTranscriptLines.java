package dev.throughline.importer.format;

import dev.throughline.engine.session.ClientSessionKeys;
import dev.throughline.importer.format.TranscriptLine.LineContent;
import dev.throughline.importer.format.TranscriptLine.LinePlace;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a transcript of Claude Code: {@code ~/.claude/projects/FOLDER/ID.jsonl}, and for sub-agents
 * {@code agent-ID.jsonl}. Its lines form a tree:
 *
 * <pre>
 *   {"type":"user","uuid":…,"parentUuid":…,"sessionId":…,"timestamp":…,"cwd":…,"message":{"role":…,"content":…}}
 *   {"type":"assistant",…,"message":{"id":…,"model":…,"content":[one block],"usage":{…}}}
 *   {"type":"system","subtype":"compact_boundary","parentUuid":null,"logicalParentUuid":…}
 *   {"type":"user","isCompactSummary":true,"parentUuid": the boundary,…}
 * </pre>
 *
 * <p>An answer is written as one line per block. Lines with {@code "isSidechain":true} belong to a sub-agent, which is
 * named by {@code agentId}, or in older files by its first line. Lines of other types are not part of the conversation;
 * they are read because others name them as their parent.
 */
final class ClaudeTranscriptLines implements TranscriptFormat {
    static final String CLIENT = "claude";

    /** The model in the lines that Claude Code writes itself, such as reports of errors. */
    private static final String NO_MODEL = "<synthetic>";

    /** The last line before a compaction, until the first line after it. */
    private record Boundary(String line, Optional<String> replaced) {}

    private final Wire wire;
    private final Dialect dialect;

    /** The first line of the sub-agent that a line belongs to, in files in which sub-agents have no name. */
    private final Map<String, String> agentsByLine = new HashMap<>();

    private final Map<SessionKey, Boundary> boundaries = new HashMap<>();
    private final Map<SessionKey, String> newest = new HashMap<>();

    ClaudeTranscriptLines(Wire wire) {
        this.wire = wire;
        this.dialect = wire.dialect();
    }

    @Override
    public Optional<TranscriptLine> read(Bytes line, long number) {
        RawObject object = LineItems.object(line);
        Optional<String> id = object.text("uuid");
        Optional<String> sessionId = object.text("sessionId").filter(each -> !each.isBlank());
        if (id.isEmpty() || sessionId.isEmpty()) {
            return Optional.empty(); // A title, a snapshot of files or another note about the session.
        }
        Optional<String> parent = object.text("parentUuid");
        TranscriptSession session = session(object, sessionId.get(), id.get(), parent);
        Optional<RawObject> message = message(object);
        boolean isPrompt = message.isPresent() && object.type().equals("user") && !hasResults(message.get());
        LinePlace place = place(object, session.key(), id.get(), parent, isPrompt);
        LineContent content =
                message.map(found -> content(line, found)).orElseGet(() -> LineContent.of(dialect, List.of()));
        newest.put(session.key(), id.get());
        return Optional.of(new TranscriptLine(session, place, LineItems.time(object, "timestamp"), content));
    }

    private TranscriptSession session(RawObject object, String sessionId, String id, Optional<String> parent) {
        SessionKey main = ClientSessionKeys.claude(sessionId);
        if (!object.raw("isSidechain").filter(raw -> raw.utf8().equals("true")).isPresent()) {
            return TranscriptSession.of(main, CLIENT);
        }
        String agent = object.text("agentId")
                .filter(name -> !name.isBlank())
                .orElseGet(() -> parent.map(agentsByLine::get).orElse(id));
        agentsByLine.put(id, agent);
        return TranscriptSession.of(ClientSessionKeys.claudeAgent(sessionId, agent), Optional.of(main), CLIENT);
    }

    private static Optional<RawObject> message(RawObject object) {
        boolean isMessage = object.type().equals("user") || object.type().equals("assistant");
        return object.object("message").filter(message -> isMessage && !message.is("model", NO_MODEL));
    }

    private static boolean hasResults(RawObject message) {
        return message.objects("content").stream()
                .anyMatch(block -> block.type().equals("tool_result"));
    }

    private LinePlace place(
            RawObject object, SessionKey session, String id, Optional<String> parent, boolean isPrompt) {
        if (object.is("subtype", "compact_boundary")) {
            Optional<String> replaced =
                    object.text("logicalParentUuid").or(() -> Optional.ofNullable(newest.get(session)));
            boundaries.put(session, new Boundary(id, replaced));
            return LinePlace.after(id, Optional.empty());
        }
        Optional<String> replaced = Optional.ofNullable(boundaries.get(session))
                .filter(boundary -> parent.filter(boundary.line()::equals).isPresent())
                .flatMap(Boundary::replaced);
        return new LinePlace(id, parent, replaced, !isPrompt && replaced.isEmpty());
    }

    private LineContent content(Bytes line, RawObject message) {
        String role = message.text("role").orElseThrow(() -> new UnreadableException("expected a message with a role"));
        List<Bytes> parts = message.array("content")
                .orElseGet(() -> message.raw("content").stream().toList());
        List<Item> items = new ArrayList<>(parts.size());
        for (Bytes part : parts) {
            boolean isText = RawObject.first(part) == '"';
            Bytes element =
                    JsonBuilder.object("role", role, "content", isText ? part : JsonBuilder.array(List.of(part)));
            items.add(LineItems.converted(wire, line, part, element));
        }
        return new LineContent(
                dialect,
                message.text("model"),
                items,
                message.object("usage").map(ClaudeTranscriptLines::usage),
                /* isSetting= */ false);
    }

    private static Usage usage(RawObject usage) {
        return new Usage(
                usage.tokens("input_tokens"),
                usage.tokens("cache_read_input_tokens"),
                usage.tokens("cache_creation_input_tokens"),
                usage.tokens("output_tokens"));
    }
}

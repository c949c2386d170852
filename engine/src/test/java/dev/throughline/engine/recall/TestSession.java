package dev.throughline.engine.recall;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A session in the Messages dialect, built line by line, as the archive would store it. */
final class TestSession {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final TurnId TURN = new TurnId(new UUID(0, 1));

    final List<ArchivedEntry> entries = new ArrayList<>();
    private Hash leaf = Entry.ROOT;

    TestSession user(String text) {
        return element("{\"role\":\"user\",\"content\":" + quoted(text) + "}");
    }

    TestSession assistant(String text) {
        return element("{\"role\":\"assistant\",\"content\":" + quoted(text) + "}");
    }

    TestSession call(String id, String tool, String arguments) {
        return element("{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id + "\",\"name\":\""
                + tool + "\",\"input\":" + arguments + "}]}");
    }

    TestSession result(String id, String text) {
        return element("{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id
                + "\",\"content\":" + quoted(text) + "}]}");
    }

    TestSession element(String json) {
        Bytes raw = Bytes.of(json);
        keep(Entry.Source.of(raw));
        for (Item item : MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
            Hash node = Hash.node(leaf, item.id());
            keep(new Entry.Node(
                    node,
                    leaf,
                    item.id(),
                    item.kind(),
                    item.role(),
                    item.tool(),
                    item.call(),
                    raw.hash(),
                    item.raw(),
                    1,
                    TURN,
                    NOON));
            leaf = node;
        }
        return this;
    }

    /** A source that is named by something else than its bytes, as the frame of the turn is here. */
    TestSession source(String name, String text) {
        keep(new Entry.Source(Hash.of(name), Bytes.of(text)));
        return this;
    }

    /** A text that an edit names. */
    TestSession text(String text) {
        return source(text, text);
    }

    /** A request that ends here. */
    TestSession turn() {
        keep(new Entry.TurnOpened(
                TURN,
                NOON,
                Purpose.CONVERSATION,
                MessagesDialect.NAME,
                "claude-x",
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                leaf,
                1,
                1,
                1));
        return this;
    }

    /** What was said since the request was its answer; the request was sent with so many tokens, and edited or not. */
    TestSession answered(long tokens, long untouched) {
        keep(new Entry.TurnClosed(
                TURN,
                NOON,
                200,
                Reply.Ending.COMPLETE,
                leaf,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of(new Entry.Sent(tokens, untouched, Usage.NONE))));
        return this;
    }

    TestSession edited(Edit... edits) {
        DecisionReason why = new DecisionReason(DecisionReason.Trigger.COLD, 2, 1, 0, 0, 0, "for a test");
        keep(new Entry.Edited(TURN, NOON, List.of(edits), why));
        return this;
    }

    TestSession cleared(Entry.Node node) {
        return edited(new Edit.Reword(node.id(), Edit.RewordKind.CLEAR, Hash.of("stub"), 1));
    }

    Hash leaf() {
        return leaf;
    }

    Entry.Node node(int index) {
        return transcript().nodes().get(index);
    }

    StorePage<ArchivedEntry> page(long after) {
        int from = (int) after;
        int to = Math.min(entries.size(), from + 3);
        Optional<String> next = to < entries.size() ? Optional.of(Integer.toString(to)) : Optional.empty();
        return new StorePage<>(entries.subList(from, to), next);
    }

    Transcript transcript() {
        return Transcript.read(this::page);
    }

    Recall recall() {
        return new Recall(transcript(), this::source, Dialects::of);
    }

    Optional<Bytes> source(Hash id) {
        return entries.stream()
                .map(ArchivedEntry::entry)
                .filter(Entry.Source.class::isInstance)
                .map(Entry.Source.class::cast)
                .filter(source -> source.id().equals(id))
                .map(Entry.Source::bytes)
                .findFirst();
    }

    private void keep(Entry entry) {
        entries.add(new ArchivedEntry(entries.size() + 1, entry));
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t") + "\"";
    }
}

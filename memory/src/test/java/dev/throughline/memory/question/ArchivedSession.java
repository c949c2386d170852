package dev.throughline.memory.question;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.memory.Stage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Item;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** A session in an archive, which a test writes message by message. */
public final class ArchivedSession {
    private static final TurnId TURN = new TurnId(new UUID(0, 1));

    private final List<Entry> entries = new ArrayList<>();
    private final Map<Hash, Bytes> sources = new HashMap<>();
    private Hash leaf = Entry.ROOT;

    public ArchivedSession user(String text) {
        return say("user", text);
    }

    public ArchivedSession assistant(String text) {
        return say("assistant", text);
    }

    private ArchivedSession say(String role, String text) {
        String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        Bytes raw = Bytes.of("{\"role\":\"" + role + "\",\"content\":\"" + escaped + "\"}");
        sources.put(raw.hash(), raw);
        for (Item item : MessagesDialect.WIRE.itemise(raw, new Span(0, raw.length()))) {
            Hash id = Hash.node(leaf, item.id());
            entries.add(new Entry.Node(
                    id,
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
                    Stage.NOON));
            leaf = id;
        }
        return this;
    }

    /** Everything so far is replaced by a summary. */
    ArchivedSession summarised(String summary) {
        Bytes text = Bytes.of(summary);
        sources.put(text.hash(), text);
        Hash first = ((Entry.Node) entries.getFirst()).id();
        entries.add(new Entry.Edited(
                TURN,
                Stage.NOON,
                List.of(new Edit.Replace(first, leaf, text.hash(), 10, /* isDrop= */ false)),
                DecisionReason.added(1, 2, "test")));
        return this;
    }

    public Recall recall() {
        List<ArchivedEntry> archived = new ArrayList<>();
        for (Entry entry : entries) {
            archived.add(new ArchivedEntry(archived.size() + 1, entry));
        }
        archived.add(new ArchivedEntry(
                archived.size() + 1,
                new Entry.TurnOpened(
                        TURN,
                        Stage.NOON,
                        Purpose.CONVERSATION,
                        MessagesDialect.NAME,
                        "m",
                        "test",
                        Optional.empty(),
                        Optional.empty(),
                        Hash.of("frame"),
                        leaf,
                        1,
                        1,
                        1)));
        Transcript transcript = Transcript.read(_ -> new StorePage<>(archived, Optional.empty()));
        return new Recall(transcript, id -> Optional.ofNullable(sources.get(id)), Dialects::of);
    }

    SessionQuestions.OpenSession open() {
        return open(_ -> true);
    }

    SessionQuestions.OpenSession open(Predicate<Entry.Node> nodes) {
        Recall recall = recall();
        SessionCard card =
                SessionCard.opened(Stage.SESSION, new SessionKey("test"), Optional.empty(), "test", Stage.NOON);
        PieceFinder finder = recall.finder();
        return new SessionQuestions.OpenSession(card, recall, finder, nodes);
    }
}

package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.dialects.Dialects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A small handwritten session with a conversation, a branch and a compaction, and {@link Recall} on it. */
final class TranscriptTest {
    private final List<ArchivedEntry> entries = new ArrayList<>();

    @Test
    void the_conversation_is_the_path_to_the_newest_turn() {
        Hash a = say(Entry.ROOT, "a");
        Hash b = say(a, "b");
        say(a, "a branch");
        turn(1, Purpose.CONVERSATION, b);
        assertEquals(List.of("a", "b"), texts(transcript().conversation()));
        assertEquals(List.of("a branch"), texts(transcript().branches()));
    }

    @Test
    void a_side_request_does_not_move_the_conversation() {
        Hash a = say(Entry.ROOT, "a");
        turn(1, Purpose.CONVERSATION, a);
        turn(2, Purpose.COMPACTION, say(a, "sum up"));
        assertEquals(List.of("a"), texts(transcript().conversation()));
    }

    @Test
    void a_compacted_history_precedes_its_summary() {
        Hash old = say(say(Entry.ROOT, "a"), "b");
        turn(1, Purpose.CONVERSATION, old);
        Hash fresh = say(Entry.ROOT, "summary");
        keep(new Entry.Link(fresh, old, Entry.Link.Reason.CLIENT_COMPACTION, id(2)));
        turn(2, Purpose.CONVERSATION, say(fresh, "c"));
        assertEquals(List.of("a", "b", "summary", "c"), texts(transcript().conversation()));
    }

    @Test
    void a_piece_is_recalled_exactly_by_its_handle() {
        Hash node = say(Entry.ROOT, "exact é \\u00e9");
        turn(1, Purpose.CONVERSATION, node);
        assertEquals(
                "\"exact é \\u00e9\"",
                recall().withHandle(node.handle()).exact().utf8());
        assertEquals("exact é é", recall().text(transcript().nodes().getFirst()));
    }

    @Test
    void an_unknown_handle_is_reported_with_what_to_do() {
        ProxyException refused = assertThrows(ProxyException.class, () -> recall().withHandle("zzzzzzzz"));
        assertTrue(refused.sentence().contains("sessions show"), refused.sentence());
    }

    @Test
    void a_page_says_how_many_pieces_remain() {
        Hash a = say(Entry.ROOT, "one");
        turn(1, Purpose.CONVERSATION, say(say(a, "two"), "three"));
        Recall.FindingPage page = recall().page(1, 1);
        assertEquals(1, page.remaining());
        assertEquals("\"two\"", page.findings().getFirst().exact().utf8());
    }

    @Test
    void a_query_finds_the_item_with_most_of_its_words_first() {
        Hash a = say(Entry.ROOT, "the port is taken");
        turn(1, Purpose.CONVERSATION, say(say(a, "the port"), "nothing"));
        Recall.FindingPage found = recall().matching("port taken", 0, 10);
        assertEquals(
                List.of("the port is taken", "the port"),
                texts(found.findings().stream().map(Recall.Finding::node).toList()));
    }

    private Hash say(Hash parent, String text) {
        Bytes raw = Bytes.of("{\"role\":\"user\",\"content\":\"" + text + "\"}");
        Hash item = Hash.of(text);
        Hash node = Hash.node(parent, item);
        keep(Entry.Source.of(raw));
        keep(new Entry.Node(
                node,
                parent,
                item,
                ItemKind.USER,
                "user",
                Optional.empty(),
                Optional.empty(),
                raw.hash(),
                new Span(25, raw.length() - 1),
                1,
                id(1),
                Instant.EPOCH));
        return node;
    }

    private void turn(int number, Purpose purpose, Hash leaf) {
        keep(new Entry.TurnOpened(
                id(number),
                Instant.EPOCH,
                purpose,
                ChatDialect.NAME,
                "m",
                "test",
                Optional.empty(),
                Optional.empty(),
                Hash.of("frame"),
                leaf,
                1,
                1,
                1));
    }

    private void keep(Entry entry) {
        entries.add(new ArchivedEntry(entries.size() + 1, entry));
    }

    private static TurnId id(int number) {
        return new TurnId(new UUID(0, number));
    }

    private Transcript transcript() {
        return Transcript.read(after -> {
            int from = (int) after;
            int to = Math.min(entries.size(), from + 2);
            Optional<String> next = to < entries.size() ? Optional.of(Integer.toString(to)) : Optional.empty();
            return new StorePage<>(entries.subList(from, to), next);
        });
    }

    private Recall recall() {
        return new Recall(transcript(), this::source, Dialects::of);
    }

    private Optional<Bytes> source(Hash id) {
        return entries.stream()
                .map(ArchivedEntry::entry)
                .filter(Entry.Source.class::isInstance)
                .map(Entry.Source.class::cast)
                .filter(source -> source.id().equals(id))
                .map(Entry.Source::bytes)
                .findFirst();
    }

    private List<String> texts(List<Entry.Node> nodes) {
        return nodes.stream().map(recall()::text).toList();
    }
}

package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.wire.responses.ResponsesDialect;
import dev.throughline.workingset.budget.ModelWindows;
import dev.throughline.workingset.price.PriceTable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class SessionDigestsTest {
    private static final Instant NOW = Instant.parse("2026-04-05T10:00:00Z");

    private static final PriceTable PRICES = new PriceTable(Map.of());

    private final MemoryStore store = new MemoryStore();
    private final SessionCard card = store.open(
            Tenant.LOCAL,
            new SessionKey("one"),
            () -> new Store.Opening(new SessionId(new UUID(1, 1)), Optional.empty(), "codex", NOW));
    private int turns;

    private static SessionDigests digests(Store store) {
        return new SessionDigests(store, PRICES, ScaffoldFilter.BUILT_IN);
    }

    /** Adds a message of the user after a node; returns its node. */
    private Hash say(Hash parent, String words) {
        Entry.Source source = Entry.Source.of(Bytes.of("{\"role\":\"user\",\"content\":\"" + words + "\"}"));
        Hash item = Hash.of(words);
        Hash id = Hash.node(parent, item);
        TurnId turn = new TurnId(new UUID(2, ++turns));
        append(List.of(
                source,
                new Entry.Node(
                        id,
                        parent,
                        item,
                        ItemKind.USER,
                        "user",
                        Optional.empty(),
                        Optional.empty(),
                        source.id(),
                        new Span(0, source.bytes().length()),
                        1,
                        turn,
                        NOW),
                new Entry.TurnOpened(
                        turn,
                        NOW.plusSeconds(turns),
                        Purpose.CONVERSATION,
                        ResponsesDialect.NAME,
                        "gpt-5.5",
                        "codex",
                        Optional.empty(),
                        Optional.empty(),
                        source.id(),
                        id,
                        1,
                        1,
                        1)));
        return id;
    }

    private void append(List<Entry> entries) {
        try (Store.Lease lease = store.lease(card.ref(), Duration.ofSeconds(1))) {
            store.append(lease, entries);
        }
    }

    private static String block(String folder) {
        return "<environment_context> <cwd>" + folder + "</cwd> </environment_context>";
    }

    private List<String> folders(SessionDigests digests) {
        return digests.of(card).moves().stream()
                .map(SessionFolders.Move::folder)
                .toList();
    }

    @Test
    void the_folder_is_the_one_in_the_newest_message() {
        SessionDigests digests = digests(store);
        Hash first = say(Entry.ROOT, block("/a"));
        assertEquals(Optional.of("/a"), digests.of(card).folder());
        Hash second = say(first, "go on");
        say(second, block("/b"));
        assertEquals(List.of("/a", "/b"), folders(digests));
        assertEquals(NOW.plusSeconds(3), digests.of(card).moves().getLast().at());
    }

    @Test
    void an_updated_digest_equals_a_new_one() {
        Hash first = say(Entry.ROOT, block("/a"));
        Hash second = say(first, "go on");
        digests(store).save(card);
        say(second, block("/b"));
        SessionDigest kept = SessionDigest.read(store.state(card.ref()).document());
        assertEquals(List.of(6L, "/a"), List.of(kept.sequence(), kept.folder().orElse("")));
        assertEquals(
                new SessionDigestReader(store, card, PRICES, ScaffoldFilter.BUILT_IN, SessionDigest.NONE).read(),
                digests(store).of(card));
        assertEquals(
                digests(store).of(card),
                SessionDigest.read(digests(store).of(card).toJson()));
    }

    @Test
    void a_list_does_not_read_an_archive_with_a_stored_digest() {
        say(say(Entry.ROOT, block("/a")), "fix the parser");
        digests(store).save(card);
        Store unread = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, given) -> {
                    if (method.getName().equals("entries") || method.getName().equals("source")) {
                        throw new AssertionError("read " + method);
                    }
                    return method.invoke(store, given);
                });
        List<SessionOutline> outlines = new StoreSessionCatalog(
                        unread, new CatalogSettings(PRICES, new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN))
                .outlines(OutlineQuery.newest(10), _ -> true);
        assertEquals(
                List.of("fix the parser", "/a"),
                List.of(
                        outlines.getFirst().title(),
                        outlines.getFirst().folder().orElse("")));
        say(Entry.ROOT, "something else");
        assertEquals(
                "fix the parser",
                new StoreSessionCatalog(
                                store, new CatalogSettings(PRICES, new ModelWindows(Map.of()), ScaffoldFilter.BUILT_IN))
                        .outlines(OutlineQuery.newest(10), _ -> true)
                        .getFirst()
                        .title(),
                "and reads on");
    }

    @Test
    void a_rewind_returns_to_the_folder_of_its_path() {
        Hash first = say(Entry.ROOT, block("/a"));
        say(first, block("/b"));
        say(first, "once more");
        assertEquals(List.of("/a", "/b", "/a"), folders(digests(store)));
    }

    @Test
    void a_damaged_or_too_new_digest_is_created_again() {
        say(Entry.ROOT, block("/a"));
        SessionDigest ahead = new SessionDigest(
                SessionDigest.FORMAT,
                99,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                SessionDigest.DigestSummary.NONE);
        for (Bytes document : List.of(Bytes.of("{\"format\":"), Bytes.of("{}"), ahead.toJson())) {
            try (Store.Lease lease = store.lease(card.ref(), Duration.ofSeconds(1))) {
                store.replaceState(lease, store.state(card.ref()).version(), document);
            }
            assertEquals(Optional.of("/a"), digests(store).of(card).folder(), document.utf8());
        }
    }
}

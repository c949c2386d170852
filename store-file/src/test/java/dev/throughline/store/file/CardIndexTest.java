package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.store.SampleEntries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CardIndexTest {
    private static final Tenant OTHER = new Tenant("other");

    @TempDir
    Path home;

    private final List<SessionCard> cards = new ArrayList<>();

    @BeforeEach
    void createSessions() {
        SampleEntries samples = new SampleEntries(new Random(3));
        try (FileStore store = TestHome.open(home)) {
            for (int i = 0; i < 4; i++) {
                SessionRef ref = TestHome.session(store, "key " + i);
                TestHome.appendDurably(store, ref, samples.node(), samples.opened(), samples.closed());
                if (i == 0) {
                    SessionKey key = new SessionKey("theirs");
                    store.open(
                            OTHER,
                            key,
                            () -> new Store.Opening(ref.id(), Optional.of(ref.id()), "x", TestHome.CLOCK.instant()));
                }
            }
            cards.addAll(all(store));
            assertEquals(5, cards.size());
        }
    }

    @Test
    void a_damaged_index_is_moved_to_quarantine_and_rebuilt_from_the_cards() throws IOException {
        Files.writeString(home.resolve("sessions.json"), "{\"format\":1,\"through\":99,\"sessions\":[{\"");
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
            assertEquals(1, store.damage().size());
        }
        assertTrue(TestHome.damaged(home).getFirst().toString().endsWith("sessions.json"));
        assertTrue(Files.readString(home.resolve("sessions.json")).contains("key 3"));
    }

    @Test
    void an_index_truncated_at_the_end_of_a_line_is_damaged() throws IOException {
        String whole = Files.readString(home.resolve("sessions.json"));
        Files.writeString(home.resolve("sessions.json"), whole.substring(0, whole.indexOf("},\n") + 3));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
            assertEquals(1, store.damage().size());
        }
    }

    @Test
    void a_missing_or_outdated_index_is_rebuilt() throws IOException {
        Files.delete(home.resolve("sessions.json"));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
        }
        Files.writeString(home.resolve("sessions.json"), "{\"format\":1,\"through\":1,\"sessions\":[\n]}\n");
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
        }
    }

    @Test
    void damaged_and_missing_cards_are_rebuilt_from_the_archives() throws IOException {
        Files.delete(home.resolve("sessions.json"));
        for (SessionCard card : cards) {
            Path meta = TestHome.home(home).meta(card.ref());
            if (card.key().text().equals("key 1")) {
                Files.delete(meta);
            } else {
                Files.writeString(meta, "nonsense");
            }
        }
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
            assertEquals(4, store.damage().size());
        }
        assertEquals(4, TestHome.damaged(home).size());
    }

    @Test
    void a_card_older_than_its_archive_is_rebuilt_from_it() throws IOException {
        Files.delete(home.resolve("sessions.json"));
        Path meta = TestHome.home(home).meta(cards.getFirst().ref());
        Files.writeString(meta, Files.readString(meta).replace("\"sequence\":3", "\"sequence\":1"));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(cards, all(store));
        }
    }

    @Test
    void a_damaged_card_is_moved_to_quarantine_before_it_is_rewritten() throws IOException {
        SessionRef ref = cards.getFirst().ref();
        Path meta = TestHome.home(home).meta(ref);
        Files.writeString(meta, "nonsense");
        try (FileStore store = TestHome.open(home)) {
            TestHome.appendDurably(store, ref, TestHome.text("more"));
        }
        assertEquals("nonsense", Files.readString(TestHome.damaged(home).getFirst()));
        assertTrue(Files.readString(meta).contains("\"sequence\":4"));
    }

    private static List<SessionCard> all(FileStore store) {
        List<SessionCard> all = new ArrayList<>(
                store.sessions(Tenant.LOCAL, Optional.empty(), 100).items());
        all.addAll(store.sessions(OTHER, Optional.empty(), 100).items());
        return all;
    }
}

package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredSessionsTest {
    @TempDir
    Path root;

    @Test
    void a_session_that_does_not_exist_is_read_as_empty() {
        Home home = TestHome.home(root);
        SessionCards cards = new SessionCards();
        OpenSessions sessions = new OpenSessions(home, 4, new JournalReplay(home, cards), batch -> {});
        StoredSessions reader = new StoredSessions(home, cards, sessions, new AppendBatch.Progress(new Object()));
        SessionRef ref = new SessionRef(Tenant.LOCAL, new Ids(new Random(1)).session(TestHome.CLOCK.instant()));
        assertEquals(Optional.empty(), reader.card(ref));
        assertEquals(new StorePage<>(List.of(), Optional.empty()), reader.entries(ref, 0, 10, 1000));
        assertEquals(Optional.empty(), reader.source(ref, Hash.of("none")));
        assertEquals(new Store.StateDocument(0, Bytes.EMPTY), reader.state(ref));
        assertEquals(0, sessions.size());
    }

    @Test
    void a_lookup_of_a_card_does_not_open_the_session() {
        Home home = TestHome.home(root);
        SessionCards cards = new SessionCards();
        OpenSessions sessions = new OpenSessions(home, 4, new JournalReplay(home, cards), batch -> {});
        StoredSessions reader = new StoredSessions(home, cards, sessions, new AppendBatch.Progress(new Object()));
        SessionRef ref = new SessionRef(Tenant.LOCAL, new Ids(new Random(1)).session(TestHome.CLOCK.instant()));
        CountedCard card = new CountedCard(
                SessionCard.opened(ref, new SessionKey("key"), Optional.empty(), "codex", TestHome.CLOCK.instant()), 0);
        cards.put(card);
        assertEquals(Optional.of(card), reader.card(ref));
        assertEquals(0, sessions.size());
    }
}

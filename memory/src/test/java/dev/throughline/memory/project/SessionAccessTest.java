package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.session.ChatKeys;
import dev.throughline.engine.session.IdentityLinks;
import dev.throughline.engine.session.KeyScope;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.SessionIdentity;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SessionAccessTest {
    private static final Instant NOON = Instant.parse("2026-04-05T12:00:00Z");

    private final MemoryStore store = new MemoryStore();
    private final Ids ids = new Ids(new Random(7));
    private final Map<String, SessionCard> cards = new LinkedHashMap<>();
    private final ChatKeys keys = new ChatKeys(
            KeyScope.PER_CHANNEL_PEER,
            "main",
            IdentityLinks.of(Map.of("ada", List.of("irc:ada", "sms:+1")), List.of("irc:boss")));
    private final SessionIdentifier identify = new SessionIdentifier("salt", keys);
    private final Projects projects = new Projects(Path.of("/home"), /* isByProject= */ true, Optional.empty());
    private final SessionAccess access =
            new SessionAccess(store, new SessionProjects(store, projects, new NoFolders(), keys), keys);

    /** No request names a folder. */
    private static final class NoFolders implements SessionFolders {
        @Override
        public List<Move> moves(SessionCard card) {
            return List.of();
        }

        @Override
        public void save(SessionCard card) {}
    }

    private SessionIdentity identity(String... headers) {
        return identify.named(Headers.of(headers)).orElseThrow();
    }

    private void open(String name, String client, String... headers) {
        open(name, client, Optional.empty(), Tenant.LOCAL, identity(headers));
    }

    private void open(String name, String client, Optional<SessionId> parent, Tenant tenant, SessionIdentity identity) {
        SessionKey key = parent.isPresent() ? new SessionKey(identity.key().text() + "/" + name) : identity.key();
        cards.put(
                name,
                store.open(
                        tenant,
                        key,
                        () -> new Store.Opening(
                                ids.session(NOON), parent, client, NOON, identity.origin(), Optional.empty())));
    }

    private static String[] irc(String peer) {
        return new String[] {"x-throughline-channel", "irc", "x-throughline-peer", peer};
    }

    private static final String[] SMS = {"x-throughline-channel", "sms", "x-throughline-peer", "+1"};

    private void openAll() {
        open("boss", "chat", irc("boss"));
        open("codex", "codex", "x-throughline-session", "mine");
        open("ada", "chat", irc("ada"));
        open("ada by sms", "chat", SMS);
        open("eve", "chat", irc("eve"));
        open("group", "chat", "x-throughline-channel", "irc", "x-throughline-group", "g");
        open("unknown", "sdk", "x-throughline-session", "support-1");
        open("other", "chat", "x-throughline-agent", "other", "x-throughline-job", "nightly");
        open("helper of ada", "chat", Optional.of(card("ada").ref().id()), Tenant.LOCAL, identity(irc("ada")));
        open("tenant", "chat", Optional.empty(), new Tenant("other"), identity(irc("ada")));
    }

    private SessionCard card(String name) {
        return Objects.requireNonNull(cards.get(name));
    }

    private Set<String> names(SessionAccess.ReadableParts parts) {
        Set<String> names = new TreeSet<>();
        cards.forEach((name, card) -> {
            if (parts.sessions().test(card)) {
                names.add(name);
            }
        });
        return names;
    }

    private Set<String> readBy(String name) {
        return names(access.of(card(name)));
    }

    @Test
    void everybody_reads_what_they_may_and_nothing_else() {
        openAll();
        Set<String> all = Set.of("boss", "codex", "ada", "ada by sms", "eve", "group", "unknown", "helper of ada");
        Set<String> adas = Set.of("ada", "ada by sms", "helper of ada");
        assertEquals(all, readBy("boss"));
        assertEquals(all, readBy("codex"));
        assertEquals(adas, readBy("ada"));
        assertEquals(adas, readBy("ada by sms"));
        assertEquals(adas, readBy("helper of ada"));
        assertEquals(Set.of("eve"), readBy("eve"));
        assertEquals(Set.of("group"), readBy("group"));
        assertEquals(Set.of("unknown"), readBy("unknown"));
        assertEquals(Set.of("other"), readBy("other"));
        assertEquals(Set.of("tenant"), readBy("tenant"));
    }

    @Test
    void memory_belongs_to_the_agent_or_to_the_person() {
        openAll();
        Optional<Project> shared = Optional.of(projects.shared());
        assertEquals(shared, access.of(card("boss")).project());
        assertEquals(shared, access.of(card("codex")).project());
        assertEquals(
                Optional.of(projects.ofAgent("other")), access.of(card("other")).project());
        Optional<Project> adas = access.of(card("ada")).project();
        assertEquals(adas, access.of(card("ada by sms")).project());
        assertNotEquals(shared, adas);
        assertNotEquals(adas, access.of(card("eve")).project());
        for (String name : List.of("group", "unknown", "helper of ada")) {
            assertEquals(Optional.empty(), access.of(card(name)).project(), name);
        }
    }

    @Test
    void a_request_may_read_what_its_session_may_read_also_before_its_first_turn() {
        SessionAccess.ReadableParts before = access.of(Tenant.LOCAL, identity(irc("ada")));
        openAll();
        SessionAccess.ReadableParts after = access.of(Tenant.LOCAL, identity(irc("ada")));
        assertEquals(readBy("ada"), names(before));
        assertEquals(readBy("ada"), names(after));
        assertEquals(after.project(), before.project());
        assertEquals(Set.of(), names(access.of(Tenant.LOCAL, identity(irc("mallory")))));
        assertEquals(
                SessionAccess.ReadableParts.NONE,
                access.of(Tenant.LOCAL, identity("x-throughline-session", "no such session")));
    }

    @Test
    void a_request_whose_origin_contradicts_the_key_is_treated_like_a_group() {
        open("boss", "chat", "x-throughline-session", "agent:main:main");
        openAll();
        SessionAccess.ReadableParts parts = access.of(
                Tenant.LOCAL,
                identity(
                        "x-throughline-session",
                        "agent:main:main",
                        "x-throughline-channel",
                        "irc",
                        "x-throughline-peer",
                        "eve"));
        assertEquals(Optional.empty(), parts.project());
        assertFalse(parts.sessions().test(card("ada")));
        assertFalse(parts.sessions().test(card("codex")));
    }

    @Test
    void a_session_in_which_another_person_spoke_reads_only_itself_and_is_read_only_by_the_owner() {
        openAll();
        SessionCard mixed = card("ada")
                .after(new Entry.OriginNamed(NOON, identity(irc("eve")).origin().orElseThrow()));
        cards.put(
                "ada",
                mixed.after(new Entry.OriginNamed(
                        NOON, identity(irc("ada")).origin().orElseThrow())));
        assertEquals(Optional.empty(), access.of(card("ada")).project());
        assertEquals(Set.of("eve"), readBy("eve"));
        assertFalse(readBy("ada by sms").contains("ada"));
        assertTrue(readBy("boss").contains("ada"));
    }
}

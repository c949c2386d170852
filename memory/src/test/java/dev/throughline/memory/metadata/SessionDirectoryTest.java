package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.Stage;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SessionDirectoryTest {
    private final MemoryStore store = new MemoryStore();
    private final MetadataNotes notes = new MetadataNotes(store.notes());
    private final SessionDirectory directory = new SessionDirectory(store, notes, Tenant.LOCAL);

    private SessionCard session(int number, String key) {
        return store.open(
                Tenant.LOCAL,
                new SessionKey(key),
                () -> new Store.Opening(
                        Stage.session(number).id(), Optional.empty(), "codex", Stage.NOON.plusSeconds(number)));
    }

    private SessionCard named(int number, String name) {
        SessionCard card = session(number, "key " + number);
        notes.write(card.ref(), metadata(card.ref(), name));
        return card;
    }

    static SessionMetadata metadata(SessionRef session, String name) {
        SessionMetadata sample = MetadataCodecTest.metadata(name);
        return new SessionMetadata(
                new SessionMetadata.SessionFiles(session.id(), "sessions/x/archive.jsonl", Optional.empty()),
                sample.texts(),
                sample.folder(),
                sample.createdAt(),
                sample.updatedAt(),
                sample.model(),
                sample.lastIndexed(),
                sample.source(),
                sample.nameSource());
    }

    private List<String> found(String text) {
        return switch (directory.find(Tenant.LOCAL, text, _ -> true)) {
            case SessionMatch.One one -> List.of(one.session().name().orElse("?"));
            case SessionMatch.Several several ->
                several.sessions().stream().map(each -> each.name().orElse("?")).toList();
            case SessionMatch.NoSession _ -> List.of();
        };
    }

    @Test
    void a_session_is_found_by_id_key_name_short_id_and_similar_name() {
        SessionCard card = named(7, "parser-work");
        named(8, "release-notes");
        directory.load();
        for (String text : List.of(
                card.ref().id().toString(), "key 7", "parser-work", "Parser Work", "000000000007", "parsr-work")) {
            assertEquals(List.of("parser-work"), found(text), text);
        }
        assertEquals(List.of(), found("nothing-like-it"));
        assertEquals(List.of(), found("  "));
    }

    @Test
    void several_sessions_are_all_given_the_newest_first() {
        named(1, "fix-login-redirect");
        named(2, "fix-login-timeout");
        directory.load();
        assertEquals(List.of("fix-login-timeout", "fix-login-redirect"), found("fix-login"));
        assertEquals(List.of("fix-login-timeout", "fix-login-redirect"), found("0198c5a0"));
    }

    @Test
    void a_session_that_the_caller_may_not_see_is_not_found() {
        SessionCard card = named(7, "parser-work");
        directory.load();
        for (String text : List.of(card.ref().id().toString(), "key 7", "parser-work", "00000007", "parser")) {
            assertEquals(new SessionMatch.NoSession(), directory.find(Tenant.LOCAL, text, _ -> false), text);
            assertEquals(new SessionMatch.NoSession(), directory.find(new Tenant("other"), text, _ -> true), text);
        }
    }

    @Test
    void only_sessions_that_fit_are_checked_for_visibility() {
        named(1, "parser-tests");
        SessionCard second = named(2, "move-parser-to-new-lexer");
        named(3, "release-notes");
        List<SessionCard> asked = new ArrayList<>();
        SessionMatch match = directory.find(Tenant.LOCAL, "parser", card -> {
            asked.add(card);
            return card.equals(second);
        });
        assertEquals(new SessionMatch.One(directory.session(second.ref()).orElseThrow()), match);
        assertEquals(2, asked.size());
    }

    @Test
    void a_session_without_a_name_is_found_by_id_and_key_before_the_directory_is_read() {
        SessionCard card = session(7, "my key");
        assertEquals(List.of("?"), found(card.ref().id().toString()));
        assertEquals(List.of("?"), found("my key"));
    }

    @Test
    void a_new_name_replaces_the_old_one() {
        SessionCard card = named(7, "parser-work");
        directory.load();
        directory.put(card, metadata(card.ref(), "lexer-work"));
        assertEquals(List.of("lexer-work"), found("lexer-work"));
        assertEquals(List.of(), found("parser"));
        directory.observe(card);
        assertEquals(List.of("lexer-work"), found("lexer-work"), "after another turn");
    }

    @Test
    void a_deleted_session_is_not_found_any_more() {
        SessionCard card = named(7, "parser-work");
        directory.load();
        directory.remove(card.ref());
        assertEquals(List.of(), directory.all());
    }

    @Test
    void a_name_is_taken_within_its_agent() {
        SessionCard card = named(7, "parser-work");
        SessionCard other = session(8, "agent:writer:main");
        directory.load();
        assertTrue(directory.isTaken("parser-work", session(9, "key 9")));
        assertFalse(directory.isTaken("parser-work", card), "its own name");
        assertFalse(directory.isTaken("parser-work", other), "another agent");
        assertFalse(directory.isTaken("lexer-work", card));
    }

    @Test
    void ten_thousand_sessions_are_found_without_reading_their_notes() {
        for (int i = 1; i <= 10_000; i++) {
            SessionCard card = i == 77 || i == 174
                    ? session(i, "key " + i)
                    : SessionCard.opened(
                            Stage.session(i), new SessionKey("key " + i), Optional.empty(), "codex", Stage.NOON);
            directory.put(card, metadata(card.ref(), "task-t" + i + "-of-component-c" + i % 97));
        }
        // What is written behind its back is not seen, so a lookup reads no notes.
        notes.write(Stage.session(77), metadata(Stage.session(77), "changed-behind-its-back"));
        assertEquals(List.of("task-t77-of-component-c77"), found("task-t77-of-component-c77"));
        assertEquals(List.of("task-t77-of-component-c77"), found("t77 componnet"));
        assertEquals(List.of("task-t174-of-component-c77", "task-t77-of-component-c77"), found("component c77"));
        assertEquals(List.of(), found("changed-behind-its-back"));
    }

    @Test
    void a_session_that_does_not_exist_any_more_is_forgotten() {
        SessionCard gone =
                SessionCard.opened(Stage.session(3), new SessionKey("gone"), Optional.empty(), "codex", Stage.NOON);
        directory.put(gone, metadata(gone.ref(), "parser-work"));
        assertEquals(List.of(), found("parser-work"));
        assertEquals(List.of(), directory.all());
    }
}

package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.model.Usage;
import dev.throughline.workingset.edit.EditLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Homes that version 0.1.0 wrote on 18 November 2026: {@code closed} was closed properly, {@code killed} has only its
 * journal. A session of six turns over messages was trimmed once, one of two turns over responses was not.
 */
final class OldHomeTest {
    private static final String FILE_LINE = ": line of a file that nobody needs twice\\n";

    @TempDir
    Path directory;

    private FileStore open(String home) throws IOException {
        Path from = Path.of("src/test/resources/old-home", home);
        Path to = directory.resolve(home);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
        return new FileStore(to, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    private static SessionCard card(FileStore store, String key) {
        return store.find(Tenant.LOCAL, new SessionKey(key)).orElseThrow();
    }

    private static List<ArchivedEntry> entries(FileStore store, SessionRef session) {
        return store.entries(session, 0, 1000).items();
    }

    /** Each item of a session as it was sent, with its kind. */
    private static List<String> transcript(FileStore store, SessionRef session) {
        List<String> items = new ArrayList<>();
        for (ArchivedEntry archived : entries(store, session)) {
            if (archived.entry() instanceof Entry.Node node) {
                Bytes source = store.source(session, node.source()).orElseThrow();
                items.add(node.kind().word() + " " + source.slice(node.piece()).utf8());
            }
        }
        return items;
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void session_cards_of_an_old_home_are_read(String home) throws IOException {
        try (FileStore store = open(home)) {
            SessionCard messages = card(store, "old-messages");
            assertEquals(Instant.parse("2026-03-01T09:00:00Z"), messages.created());
            assertEquals(Instant.parse("2026-03-01T09:00:05Z"), messages.updated());
            assertEquals(
                    List.of(6L, 18L, 1303L, 48L),
                    List.of(messages.turns(), messages.items(), messages.tokens(), store.lastSequence(messages.ref())));
            assertEquals(new Usage(149, 2900, 30, 66), messages.usage());
            SessionCard responses = card(store, "old-responses");
            assertEquals(new Usage(80, 20, 0, 14), responses.usage());
            assertEquals(
                    List.of(responses, messages),
                    store.sessions(Tenant.LOCAL, Optional.empty(), 10).items());
            assertEquals(List.of(), store.damage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void transcripts_of_an_old_home_are_read(String home) throws IOException {
        List<String> messages = new ArrayList<>();
        messages.add("user \"Read the files and tell me which one opens the store.\"");
        for (int turn = 0; turn < 6; turn++) {
            int step = turn == 5 ? 4 : 2 * turn + 1;
            messages.add("assistant {\"type\": \"text\", \"text\": \"Step " + step + ".\"}");
            messages.add("tool_call {\"type\": \"tool_use\", \"id\": \"toolu_" + step
                    + "\", \"name\": \"Read\", \"input\": {\"path\": \"src/File" + step + ".java\"}}");
            if (turn < 5) {
                StringBuilder file = new StringBuilder();
                for (int line = 0; line < 9; line++) {
                    file.append(turn).append('.').append(line).append(FILE_LINE);
                }
                messages.add("tool_result {\"type\": \"tool_result\", \"tool_use_id\": \"toolu_" + step
                        + "\", \"content\": \"" + file + "\"}");
            }
        }
        try (FileStore store = open(home)) {
            assertEquals(messages, transcript(store, card(store, "old-messages").ref()));
            List<String> responses =
                    transcript(store, card(store, "old-responses").ref());
            assertEquals(4, responses.size());
            assertEquals(
                    "user {\"type\": \"message\", \"role\": \"user\", \"content\":"
                            + " [{\"type\": \"input_text\", \"text\": \"Question 1: ☂?\"}]}",
                    responses.get(2));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void edits_and_states_of_an_old_home_are_read(String home) throws IOException {
        try (FileStore store = open(home)) {
            SessionRef session = card(store, "old-messages").ref();
            List<Entry.Edited> edited = entries(store, session).stream()
                    .filter(archived -> archived.entry() instanceof Entry.Edited)
                    .map(archived -> (Entry.Edited) archived.entry())
                    .toList();
            assertEquals(1, edited.size());
            assertEquals(
                    List.of("replace s2:g2qjsqjop4vodst3fo2asvnqc6fyq643 s2:c3rfz2bxfk5nhkhokysjmhwammjsptrz"
                            + " s2:wiwdwp4adun663sdnfcks5ntkhm27sxi 18"),
                    edited.getFirst().edits().stream().map(EditLine::write).toList());
            assertEquals(
                    "The prompt of 700 tokens had to fit into 379; 214 are left.",
                    edited.getFirst().why().sentence());
            Bytes note = store.source(session, new Hash("s2:wiwdwp4adun663sdnfcks5ntkhm27sxi"))
                    .orElseThrow();
            assertEquals(
                    "[8 earlier messages cut; what was said and done:]",
                    note.utf8().lines().findFirst().orElse(""));
            String state = store.state(session).document().utf8();
            assertTrue(state.contains("\"title\":\"Read the files and tell me which one opens the store.\""), state);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "killed"})
    void an_old_session_can_be_appended_to(String home) throws IOException {
        try (FileStore store = open(home)) {
            SessionRef session = card(store, "old-responses").ref();
            List<ArchivedEntry> before = entries(store, session);
            try (var lease = store.lease(session, Duration.ofSeconds(5))) {
                assertEquals(
                        16,
                        store.append(lease, List.of(before.getFirst().entry())).lastSequence());
            }
            assertEquals(before.size() + 1, entries(store, session).size());
        }
    }
}

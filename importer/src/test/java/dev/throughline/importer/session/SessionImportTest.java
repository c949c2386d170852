package dev.throughline.importer.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Turn;
import dev.throughline.importer.ImportTest;
import dev.throughline.importer.SampleFiles;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.responses.ResponsesDialect;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Sessions that are both recorded by the gateway and imported from a file. */
final class SessionImportTest extends ImportTest {
    private static final String BASE =
            "{\"type\":\"message\",\"role\":\"developer\",\"content\":[{\"type\":\"input_text\",\"text\":\"Base.\"}]}";
    private static final Instant LATER = Instant.parse("2026-03-01T12:00:00Z");

    private final Ids ids = new Ids(new SplittableRandom(1));
    private final Archive archive = new Archive(store, (_, _) -> false, 1 << 20);

    /** The elements of a request in the lines of a rollout. */
    private static List<String> elements(List<String> lines) {
        List<String> elements = new ArrayList<>();
        for (String line : lines) {
            RawObject object = RawObject.of(Bytes.of(SampleFiles.json(line))).orElseThrow();
            if (object.type().equals("response_item")) {
                elements.add(object.raw("payload").orElseThrow().utf8());
            }
        }
        return elements;
    }

    private RecordedTurn record(List<String> elements) {
        SessionCard card = store.open(
                Tenant.LOCAL,
                new SessionKey(CODEX_KEY),
                () -> new Store.Opening(ids.session(LATER), Optional.empty(), "codex", LATER));
        Bytes body =
                Bytes.of("{\"model\":\"gpt-5.5\",\"stream\":true,\"tools\":[{\"type\":\"function\",\"name\":\"f\"}],"
                        + "\"input\":[" + String.join(",", elements) + "]}");
        return archive.record(
                card,
                new Turn(
                        ids.turn(LATER),
                        LATER,
                        Purpose.CONVERSATION,
                        "codex",
                        Optional.empty(),
                        ResponsesDialect.WIRE,
                        ResponsesDialect.WIRE.decode(body),
                        ""));
    }

    private static List<String> withBase(List<String> elements) {
        List<String> all = new ArrayList<>(List.of(BASE));
        all.addAll(elements);
        return all;
    }

    @Test
    void a_recorded_session_is_not_doubled_by_its_file() throws IOException {
        record(withBase(elements(SampleFiles.CODEX)));
        int before = entries(CODEX_KEY).size();

        assertEquals(0, importFile(codex()).items());
        assertEquals(before, entries(CODEX_KEY).size());
    }

    @Test
    void what_a_recorded_session_lacks_follows_the_recorded_items() throws IOException {
        record(withBase(elements(SampleFiles.CODEX)));
        Path file = codex();
        SampleFiles.append(file, SampleFiles.CODEX_LATER);

        assertEquals(2, importFile(file).items());

        List<String> conversation = conversation(CODEX_KEY);
        assertEquals(10, conversation.size());
        assertEquals("system: Base.", conversation.getFirst());
        assertEquals("assistant: Written.", conversation.getLast());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void an_item_that_was_not_recorded_does_not_shorten_the_conversation() throws IOException {
        List<String> recorded = elements(SampleFiles.CODEX);
        recorded.remove(3); // The reasoning.
        record(withBase(recorded));
        Path file = codex();

        assertEquals(1, importFile(file).items());
        assertEquals(7, conversation(CODEX_KEY).size());
        assertEquals("assistant: The parser is fixed.", conversation(CODEX_KEY).getLast());
        assertEquals(0, importFile(file).items());
    }

    @Test
    void a_file_that_ends_before_the_recorded_session_does_not_shorten_it() throws IOException {
        List<String> all = elements(SampleFiles.CODEX);
        all.addAll(elements(SampleFiles.CODEX_LATER));
        all.remove(3);
        record(withBase(all));

        importFile(codex());

        assertEquals("assistant: Written.", conversation(CODEX_KEY).getLast());
    }

    @Test
    void an_imported_session_that_is_resumed_continues_its_items() throws IOException {
        Path file = codex();
        importFile(file);
        List<String> resumed = elements(SampleFiles.CODEX);
        resumed.add(elements(SampleFiles.CODEX_LATER).getFirst());

        RecordedTurn recorded = record(resumed);

        assertEquals(1, recorded.fresh().size());
        assertEquals(8, conversation(CODEX_KEY).size());
        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        assertEquals(1, importFile(file).items(), "only the answer is not recorded yet");
        assertEquals("assistant: Written.", conversation(CODEX_KEY).getLast());
    }

    @Test
    void an_imported_session_that_is_resumed_with_other_system_texts_stays_one_session() throws IOException {
        Path file = codex();
        importFile(file);
        List<String> resumed = elements(SampleFiles.CODEX);
        resumed.addAll(elements(SampleFiles.CODEX_LATER));

        RecordedTurn recorded = record(withBase(resumed));

        assertEquals(card(CODEX_KEY).ref(), recorded.card().ref());
        assertEquals(10, conversation(CODEX_KEY).size());
        assertEquals(7, recall(card(CODEX_KEY)).transcript().branches().size());
        SampleFiles.append(file, SampleFiles.CODEX_LATER);
        assertEquals(0, importFile(file).items());
        assertEquals(
                1, store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().size());
        assertTrue(conversation(CODEX_KEY).contains("assistant: Written."));
    }
}

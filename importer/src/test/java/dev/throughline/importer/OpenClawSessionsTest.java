package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.SessionCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OpenClawSessionsTest extends ImportTest {
    @Test
    void sessions_of_openclaw_have_the_keys_of_its_list() throws IOException {
        Path sessions = folder.resolve(".openclaw/agents/main/sessions");
        Path listed = SampleFiles.write(sessions.resolve(SampleFiles.PI + ".jsonl"), SampleFiles.PI_LINES);
        Files.writeString(
                sessions.resolve("sessions.json"),
                SampleFiles.json("{'agent:main:main':{'sessionId':'" + SampleFiles.PI + "','updatedAt':1}}"));
        Path former = SampleFiles.write(
                sessions.resolve("old.jsonl"),
                SampleFiles.PI_LINES.stream()
                        .map(line -> line.replace(SampleFiles.PI, "old"))
                        .toList());
        importFile(listed);
        importFile(former);

        assertEquals("openclaw", card("agent:main:main").client());
        assertEquals(2, conversation("agent:main:openclaw:group:old").size());
    }

    private static List<String> named(String id, String text) {
        return SampleFiles.PI_LINES.stream()
                .map(line -> line.replace(SampleFiles.PI, id).replace("narwhals", text))
                .toList();
    }

    private void list(Path sessions, String id) throws IOException {
        SampleFiles.write(sessions.resolve("sessions.json"), List.of("{'agent:main:main':{'sessionId':'" + id + "'}}"));
    }

    @Test
    void a_session_keeps_its_items_when_the_list_gives_its_key_to_another_one() throws IOException {
        Path sessions = folder.resolve(".openclaw/agents/main/sessions");
        Path first = SampleFiles.write(sessions.resolve("s1.jsonl"), named("s1", "narwhals"));
        list(sessions, "s1");
        assertEquals(8, importFile(first).items());
        SessionCard imported = card("agent:main:main");

        Path second = SampleFiles.write(
                sessions.resolve("s2.jsonl"),
                named("s2", "seals").stream()
                        .map(line -> line.replace("2026-03-03T", "2026-03-04T"))
                        .toList());
        list(sessions, "s2");
        assertEquals(0, importFile(first).items());
        assertEquals(8, importFile(second).items());

        SessionCard replacing = card("agent:main:main");
        assertEquals(Optional.of(imported.ref().id()), replacing.previous());
        assertEquals(8, replacing.items());
        assertEquals(8, store.find(imported.ref()).orElseThrow().items());
        assertEquals(0, importFile(first).items());
        assertEquals(0, importFile(second).items());
    }

    @Test
    void nothing_is_imported_while_the_list_is_not_complete() throws IOException {
        Path sessions = folder.resolve(".openclaw/agents/main/sessions");
        Path file = SampleFiles.write(sessions.resolve("s1.jsonl"), named("s1", "narwhals"));
        Path list = Files.writeString(sessions.resolve("sessions.json"), "{\"agent:main:main\":{\"sess");

        ImportReport report = importFile(file);

        assertEquals(
                List.of(new ImportReport.Problem(
                        file.toString(), 0, list + " is not complete; import the session again when it is")),
                report.problems());
        assertEquals(0, report.items());
        list(sessions, "s1");
        assertEquals(8, importFile(file).items());
        assertEquals("openclaw", card("agent:main:main").client());
    }

    @Test
    void an_empty_key_in_the_list_is_ignored() throws IOException {
        Path sessions = folder.resolve(".openclaw/agents/main/sessions");
        Path file = SampleFiles.write(sessions.resolve("s1.jsonl"), named("s1", "narwhals"));
        SampleFiles.write(sessions.resolve("sessions.json"), List.of("{'':{'sessionId':'s1'}}"));

        assertEquals(8, importFile(file).items());
        assertEquals(8, card("agent:main:openclaw:group:s1").items());
    }
}

package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}

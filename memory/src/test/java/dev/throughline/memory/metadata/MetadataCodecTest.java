package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.memory.Stage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MetadataCodecTest {
    static SessionMetadata metadata(String name) {
        return new SessionMetadata(
                new SessionMetadata.SessionFiles(
                        Stage.SESSION.id(), "sessions/1/archive.jsonl", Optional.of("sessions/0/archive.jsonl")),
                new MetadataTexts(
                        name, "Move the \"parser\".", "It was moved.\nTests pass.", List.of("parser", "lexer")),
                Optional.of("/home/ada/parser"),
                Stage.NOON,
                Stage.NOON.plusSeconds(60),
                Optional.empty(),
                Optional.of(Entry.ROOT),
                MetadataSource.RULES,
                MetadataSource.PERSON);
    }

    @Test
    void what_was_written_is_read_again() {
        SessionMetadata metadata = metadata("parser-work");
        assertEquals(metadata, MetadataCodec.read(MetadataCodec.write(metadata)));
    }

    @Test
    void members_have_the_documented_names() {
        String json = MetadataCodec.write(metadata("parser-work"));
        for (String member : List.of(
                "sessionId",
                "sessionFile",
                "parentSessionFile",
                "name",
                "description",
                "summary",
                "tags",
                "cwd",
                "createdAt",
                "updatedAt",
                "model",
                "lastIndexedLeafId",
                "source",
                "nameSource")) {
            assertTrue(json.contains("\"" + member + "\":"), member + " in " + json);
        }
        assertTrue(json.contains("\"model\":null"), json);
    }

    @Test
    void other_json_is_refused_with_the_problem() {
        String json = MetadataCodec.write(metadata("parser-work"));
        assertEquals("'name' is missing", problem(json.replace("\"name\":", "\"nom\":")));
        assertTrue(problem("{\"name\":").startsWith("it is not JSON of metadata"), problem("{\"name\":"));
        assertTrue(problem("[]").startsWith("it is not JSON of metadata"));
        assertEquals("it is null", problem("null"));
        assertTrue(problem(json.replace("2026-04-05T12:00:00Z", "noon")).startsWith("it contains a malformed time"));
        assertTrue(problem(json.replace("\"rules\"", "\"luck\"")).contains("found 'luck'"));
    }

    private static String problem(String json) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> MetadataCodec.read(json))
                .getMessage());
    }
}

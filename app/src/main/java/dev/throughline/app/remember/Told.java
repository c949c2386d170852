package dev.throughline.app.remember;

import dev.throughline.memory.admission.Admitted;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.Status;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** What came of something, as the members of an object, for programs; commands and REST write the same. */
public final class Told {
    private Told() {}

    /** {@code "kept":true,"path":"memory/2026-04-05.md","lines":["- …"],"redactions":0,"reason":""}. */
    public static void kept(Admitted admitted, MemoryPath page, JsonGenerator json) {
        boolean isKept = !admitted.lines().isEmpty();
        json.writeBooleanProperty("kept", isKept);
        json.writeStringProperty("path", isKept ? page.text() : "");
        lines("lines", admitted.lines(), json);
        json.writeNumberProperty("redactions", admitted.redactions());
        json.writeStringProperty(
                "reason",
                admitted.refused().isEmpty()
                        ? ""
                        : admitted.refused().getFirst().reason().name().toLowerCase(Locale.ROOT));
    }

    /** Whether memory says already what it was to keep, which is as good as keeping it. */
    static boolean isKnown(Admitted admitted) {
        return admitted.refused().stream().anyMatch(refused -> refused.reason() == Admitted.Reason.KNOWN);
    }

    /** {@code "documents":1,"chunks":1,"waiting":0,"bytes":9,"embedder":"…","status":"ok","why":"","remedy":""}. */
    public static void index(IndexStatus index, JsonGenerator json) {
        json.writeNumberProperty("documents", index.documents());
        json.writeNumberProperty("chunks", index.chunks());
        json.writeNumberProperty("waiting", index.unfinished());
        json.writeNumberProperty("bytes", index.bytes());
        json.writeStringProperty("embedder", index.embedder());
        json.writeStringProperty("status", index.status().word());
        json.writeStringProperty("why", AnswerJson.why(index.status()));
        json.writeStringProperty("remedy", index.status() instanceof Status.Unavailable not ? not.remedy() : "");
    }

    /** {@code "operation":12,"kind":"undo","of":11,"at":"…","by":"cli","pages":["MEMORY.md"]}. */
    static void operation(Operation operation, JsonGenerator json) {
        json.writeNumberProperty("operation", operation.number());
        json.writeStringProperty("kind", operation.kind().name().toLowerCase(Locale.ROOT));
        json.writeNumberProperty("of", operation.of());
        json.writeStringProperty("at", operation.at().toString());
        json.writeStringProperty("by", operation.by());
        lines("pages", operation.paths().stream().map(MemoryPath::text).toList(), json);
    }

    static void lines(String name, List<String> lines, JsonGenerator json) {
        json.writeName(name);
        json.writeStartArray();
        lines.forEach(json::writeString);
        json.writeEndArray();
    }
}

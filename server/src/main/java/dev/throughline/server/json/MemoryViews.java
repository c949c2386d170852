package dev.throughline.server.json;

import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchStatus;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Views of memory: what came of a change of it, and the state of its index. */
public final class MemoryViews {
    private MemoryViews() {}

    /** A sentence about what was done, and the members of a view. */
    public static ObjectNode said(String sentence, Object view) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("said", sentence);
        tree.setAll(ViewJson.tree(view));
        return tree;
    }

    /**
     * What came of a text that was to be remembered.
     *
     * @param path the page that it was added to; empty if nothing was kept
     * @param reason why it was refused; empty if it was not
     */
    public record Added(boolean kept, String path, List<String> lines, int redactions, String reason) {
        public static Added of(AdmissionResult admitted, MemoryPath page) {
            boolean isKept = !admitted.lines().isEmpty();
            String reason = admitted.refused().stream()
                    .findFirst()
                    .map(refused -> refused.reason().name().toLowerCase(Locale.ROOT))
                    .orElse("");
            return new Added(isKept, isKept ? page.text() : "", admitted.lines(), admitted.redactions(), reason);
        }
    }

    /** A page in a list. */
    public record Page(String path, long bytes, Instant modified) {}

    /**
     * The state of an index.
     *
     * @param waiting parts that are not yet found by meaning
     */
    public record Index(
            int documents,
            int chunks,
            int waiting,
            long bytes,
            String embedder,
            String status,
            String why,
            String remedy) {
        public static Index of(IndexStatus index) {
            return new Index(
                    index.documents(),
                    index.chunks(),
                    index.unfinished(),
                    index.bytes(),
                    index.embedder(),
                    index.status().word(),
                    SearchView.why(index.status()),
                    index.status() instanceof SearchStatus.Unavailable not ? not.remedy() : "");
        }
    }

    /** A change of memory: {@code {"operation":12,"kind":"undo","of":11,"at":"…","by":"cli","pages":["MEMORY.md"]}}. */
    public record Change(long operation, String kind, long of, Instant at, String by, List<String> pages) {
        public static Change of(Operation operation) {
            return new Change(
                    operation.number(),
                    operation.kind().name().toLowerCase(Locale.ROOT),
                    operation.of(),
                    operation.at(),
                    operation.by(),
                    operation.paths().stream().map(MemoryPath::text).toList());
        }
    }
}

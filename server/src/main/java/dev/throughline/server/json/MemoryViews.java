package dev.throughline.server.json;

import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.search.IndexStatus;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Views of memory: its pages, its changes and its index. */
public final class MemoryViews {
    private MemoryViews() {}

    /** The JSON of a view, with a sentence about the result of the request as its first member. */
    public static ObjectNode withSentence(String sentence, Object view) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("said", sentence);
        tree.setAll(ViewJson.tree(view));
        return tree;
    }

    /**
     * The result of adding a text.
     *
     * @param path the page that it was added to; empty if nothing was added
     * @param reason why it was refused; empty if it was not
     */
    public record AddedLine(boolean kept, String path, List<String> lines, int redactions, String reason) {
        public static AddedLine of(AdmissionResult admitted, MemoryPath page) {
            boolean isAdded = !admitted.lines().isEmpty();
            String reason = admitted.refused().stream()
                    .findFirst()
                    .map(refused -> refused.reason().name().toLowerCase(Locale.ROOT))
                    .orElse("");
            return new AddedLine(isAdded, isAdded ? page.text() : "", admitted.lines(), admitted.redactions(), reason);
        }
    }

    /** A page in a list. */
    public record PageView(String path, long bytes, Instant modified) {
        public static PageView of(PageListing.ListedPage page) {
            return new PageView(page.path().text(), page.bytes(), page.modified());
        }
    }

    /**
     * The result of removing a page.
     *
     * @param removed false if the page was edited in the meantime
     * @param operation the number of the change; 0 if the page was not removed
     */
    public record RemovedPage(boolean removed, String path, long operation) {
        public static RemovedPage of(Optional<Operation> change, String path) {
            return new RemovedPage(
                    change.isPresent(), path, change.map(Operation::number).orElse(0L));
        }
    }

    /** The result of a consolidation. */
    public record ConsolidatedSessions(String said, int sessions, String merge) {}

    /**
     * The state of an index.
     *
     * @param waiting chunks that semantic search does not find yet
     */
    public record IndexView(
            int documents,
            int chunks,
            int waiting,
            long bytes,
            String embedder,
            String status,
            String why,
            String remedy) {
        public static IndexView of(IndexStatus index) {
            return new IndexView(
                    index.documents(),
                    index.chunks(),
                    index.unfinished(),
                    index.bytes(),
                    index.embedder(),
                    index.status().word(),
                    SearchView.why(index.status()),
                    SearchView.remedy(index.status()));
        }
    }

    /** A change of memory: {@code {"operation":12,"kind":"undo","of":11,"at":"…","by":"cli","pages":["MEMORY.md"]}}. */
    public record ChangeView(long operation, String kind, long of, Instant at, String by, List<String> pages) {
        public static ChangeView of(Operation operation) {
            return new ChangeView(
                    operation.number(),
                    operation.kind().name().toLowerCase(Locale.ROOT),
                    operation.of(),
                    operation.at(),
                    operation.by(),
                    operation.paths().stream().map(MemoryPath::text).toList());
        }
    }
}

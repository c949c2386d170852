package dev.throughline.server.json;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.memory.admission.AdmissionResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchScope;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Views of memory: its changes, its index, and annotations for records of other modules whose members have other names
 * than their components.
 */
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
            @JsonUnwrapped SearchView.StatusView state) {
        public static IndexView of(IndexStatus index) {
            return new IndexView(
                    index.documents(),
                    index.chunks(),
                    index.unfinished(),
                    index.bytes(),
                    index.embedder(),
                    SearchView.StatusView.of(index.status()));
        }
    }

    /** A change to memory: {@code {"operation":12,"kind":"undo","of":11,"at":"…","by":"cli","pages":["MEMORY.md"]}}. */
    @JsonPropertyOrder({"operation", "kind", "of", "at", "by", "pages"})
    @JsonIgnoreProperties("steps")
    abstract static class OperationMembers {
        @JsonProperty("operation")
        abstract long number();

        @JsonProperty("pages")
        abstract List<MemoryPath> paths();
    }

    /** A hit of a search as in {@link SearchView}; {@code date} is an empty text if it has none. */
    @JsonPropertyOrder({"id", "path", "from", "to", "score", "snippet", "source", "citation", "date"})
    abstract static class HitMembers {
        @JsonProperty("from")
        abstract int fromLine();

        @JsonProperty("to")
        abstract int toLine();

        @JsonProperty("source")
        abstract SearchScope scope();

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        abstract String citation();

        @JsonSerialize(nullsUsing = EmptyTextSerializer.class)
        abstract LocalDate date();
    }

    private static final class EmptyTextSerializer extends ValueSerializer<Object> {
        @Override
        public void serialize(Object value, JsonGenerator json, SerializationContext context) {
            json.writeString("");
        }
    }
}

package dev.throughline.server.sessions;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The working set of a session's newest request, part by part: what the model sees, and where each part comes from.
 *
 * <pre>
 * {"model":"claude-x","at":"…Z","tokens_in":900,"tokens_forwarded":700,"by_kind":{"user":40,…},
 *  "head":[{…}],"history":[{"element":0,"origin":"cleared","kind":"tool_result","tool":"Bash","handle":"ab12cd34",
 *  "gist":"…","tokens":30,"untouched":230,"pieces":1}]}
 * </pre>
 *
 * @param at when the request came
 * @param head what stands before the history: system text and tools
 * @param history what the history became
 */
@JsonPropertyOrder({"model", "at", "tokens_in", "tokens_forwarded", "by_kind"})
public record WorkingSetView(String model, Instant at, List<Part> head, List<Part> history) {
    public WorkingSetView {
        head = List.copyOf(head);
        history = List.copyOf(history);
    }

    /**
     * One part.
     *
     * @param element which message of the history it belongs to, from 0; -1 for what we put there ourselves
     * @param kind what it is: the word of its {@link dev.throughline.model.ItemKind}, or {@code tool}, {@code digest},
     *     {@code state}, {@code local}
     * @param gist its first words
     * @param tokens what is sent of it
     * @param untouched what the client sent
     * @param pieces how many items it stands for
     */
    public record Part(
            int element,
            Origin origin,
            String kind,
            Optional<String> tool,
            Optional<String> handle,
            String gist,
            long tokens,
            long untouched,
            int pieces) {}

    /**
     * Where a part comes from.
     *
     * @param word the name in JSON
     * @param label the name for people
     */
    public record Origin(@JsonValue String word, String label) {
        static final Origin CAME = new Origin("came", "unchanged");
        static final Origin REPLACED = new Origin("replaced", "replaced by a digest");
        static final Origin STATE = new Origin("state", "state block");
        static final Origin LOCAL = new Origin("local", "local call");
        static final Origin ADDED = new Origin("added", "added by Throughline");

        public static Origin of(Edit.RewordKind kind) {
            return new Origin(kind.participle(), kind.label());
        }

        @JsonCreator
        static Origin of(String word) {
            return Stream.concat(
                            Stream.of(CAME, REPLACED, STATE, LOCAL, ADDED),
                            Stream.of(Edit.RewordKind.values()).map(Origin::of))
                    .filter(origin -> origin.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown origin '" + word + "'"));
        }
    }

    /** Tokens of the request as it goes on. */
    @JsonProperty(value = "tokens_forwarded", access = JsonProperty.Access.READ_ONLY)
    public long tokens() {
        return sum(head, /* isUntouched= */ false) + sum(history, /* isUntouched= */ false);
    }

    /** Tokens of the request as the client sent it. */
    @JsonProperty(value = "tokens_in", access = JsonProperty.Access.READ_ONLY)
    public long untouched() {
        return sum(head, /* isUntouched= */ true) + sum(history, /* isUntouched= */ true);
    }

    private static long sum(List<Part> parts, boolean isUntouched) {
        return parts.stream()
                .mapToLong(part -> isUntouched ? part.untouched() : part.tokens())
                .sum();
    }

    /** Tokens that go on, by kind. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Map<String, Long> byKind() {
        Map<String, Long> sums = new TreeMap<>();
        head.forEach(part -> sums.merge(part.kind(), part.tokens(), Long::sum));
        history.forEach(part -> sums.merge(part.kind(), part.tokens(), Long::sum));
        return sums;
    }
}

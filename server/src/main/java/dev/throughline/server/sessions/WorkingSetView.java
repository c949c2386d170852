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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The working set of a session's newest request, part by part: what the model sees, and the origin of each part.
 *
 * <pre>
 * {"model":"claude-x","at":"…Z","tokens_in":900,"tokens_forwarded":700,"by_kind":{"user":40,…},
 *  "head":[{…}],"history":[{"element":0,"origin":"cleared","kind":"tool_result","tool":"Bash","handle":"ab12cd34",
 *  "gist":"…","tokens":30,"untouched":230,"pieces":1}]}
 * </pre>
 *
 * @param at when the request arrived
 * @param head system texts and tools
 * @param history the history with edits applied
 */
@JsonPropertyOrder({"model", "at", "tokens_in", "tokens_forwarded", "by_kind"})
public record WorkingSetView(String model, Instant at, List<WorkingSetPart> head, List<WorkingSetPart> history) {
    public WorkingSetView {
        head = List.copyOf(head);
        history = List.copyOf(history);
    }

    /**
     * One part.
     *
     * @param element the index of its message in the history; -1 if it is not a part of one message
     * @param kind what it is: the word of its {@link dev.throughline.model.ItemKind}, or {@code tool}, {@code digest},
     *     {@code state}, {@code local}
     * @param gist the beginning of its text
     * @param tokens the tokens that are sent
     * @param untouched the tokens that the client sent
     * @param pieces how many items of the client it represents
     */
    public record WorkingSetPart(
            int element,
            PartOrigin origin,
            String kind,
            Optional<String> tool,
            Optional<String> handle,
            String gist,
            long tokens,
            long untouched,
            int pieces) {}

    /**
     * The origin of a part.
     *
     * @param word the name in JSON
     * @param label the name for people
     */
    public record PartOrigin(@JsonValue String word, String label) {
        static final PartOrigin UNCHANGED = new PartOrigin("came", "unchanged");
        static final PartOrigin REPLACED = new PartOrigin("replaced", "replaced by a digest");
        static final PartOrigin STATE = new PartOrigin("state", "state block");
        static final PartOrigin LOCAL = new PartOrigin("local", "local call");
        static final PartOrigin ADDED = new PartOrigin("added", "added by Throughline");

        public static PartOrigin of(Edit.RewordKind kind) {
            return new PartOrigin(kind.participle(), kind.label());
        }

        @JsonCreator
        static PartOrigin of(String word) {
            return Stream.concat(
                            Stream.of(UNCHANGED, REPLACED, STATE, LOCAL, ADDED),
                            Stream.of(Edit.RewordKind.values()).map(PartOrigin::of))
                    .filter(origin -> origin.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("unknown origin '" + word + "'"));
        }
    }

    /** Tokens of the request as it is forwarded. */
    @JsonProperty(value = "tokens_forwarded", access = JsonProperty.Access.READ_ONLY)
    public long tokens() {
        return parts().mapToLong(WorkingSetPart::tokens).sum();
    }

    /** Tokens of the request as the client sent it. */
    @JsonProperty(value = "tokens_in", access = JsonProperty.Access.READ_ONLY)
    public long untouched() {
        return parts().mapToLong(WorkingSetPart::untouched).sum();
    }

    private Stream<WorkingSetPart> parts() {
        return Stream.concat(head.stream(), history.stream());
    }

    /** Tokens that are forwarded, by kind. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Map<String, Long> byKind() {
        return parts().collect(Collectors.groupingBy(
                WorkingSetPart::kind, TreeMap::new, Collectors.summingLong(WorkingSetPart::tokens)));
    }
}

package dev.throughline.bench.command;

import dev.throughline.model.json.JsonFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One line of a file of labelled messages: what a person typed, and whether it is worth remembering.
 *
 * <pre>
 *   {"id":"a-1","text":"we use pnpm here","label":"durable","certainty":"clear"}
 * </pre>
 *
 * @param label {@code durable}, {@code task} or {@code quote}
 * @param isArguable counts neither as a hit nor as a miss
 * @param isHard a negative that has the usual cue words
 * @param before what the agent said before it; may be empty
 * @param span the part that lasts, word for word; empty if it is all of it
 * @param mustNotStore texts that must never reach memory
 * @param mayStore whether something else of it may
 */
record LabelledMessage(
        String id,
        String text,
        String label,
        boolean isArguable,
        boolean isHard,
        String before,
        String span,
        List<String> mustNotStore,
        boolean mayStore) {
    static final String DURABLE = "durable";
    static final String TASK = "task";
    static final String QUOTE = "quote";

    LabelledMessage {
        mustNotStore = List.copyOf(mustNotStore);
        if (!List.of(DURABLE, TASK, QUOTE).contains(label)) {
            throw new IllegalArgumentException(
                    "message " + id + " has the label '" + label + "'; it must be durable, task or quote");
        }
    }

    static LabelledMessage of(String line) {
        JsonNode json = JsonFormat.mapper().readTree(line);
        return new LabelledMessage(
                json.required("id").asString(),
                json.required("text").asString(),
                json.required("label").asString(),
                json.path("certainty").asString("").equals("arguable"),
                json.path("hard").asBoolean(false),
                json.path("before").asString(""),
                json.path("span").asString(""),
                json.path("must_not_store")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList(),
                json.hasNonNull("may_store"));
    }

    boolean isDurable() {
        return label.equals(DURABLE);
    }
}

package dev.throughline.app.bench;

import dev.throughline.app.library.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
        JsonObject json = JsonObject.read(line.getBytes(StandardCharsets.UTF_8));
        return new LabelledMessage(
                json.text("id"),
                json.text("text"),
                json.text("label"),
                json.maybe("certainty").filter("arguable"::equals).isPresent(),
                json.maybe("hard").filter("true"::equals).isPresent(),
                json.maybe("before").orElse(""),
                json.maybe("span").orElse(""),
                json.texts("must_not_store"),
                json.maybe("may_store").isPresent());
    }

    boolean isDurable() {
        return label.equals(DURABLE);
    }
}

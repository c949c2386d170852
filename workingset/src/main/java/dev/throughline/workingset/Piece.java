package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;

/**
 * One item of a chain, as rules see it; its text is asked for when it is needed.
 *
 * @param item the hash of what it says, by which the archive finds it
 * @param element which element of the history it belongs to
 * @param tokens its size as it came
 * @param subject what it is about, if it is a call or a result
 * @param isScaffold whether a user item was written by the agent and not by a person
 * @param isError whether it is a result that reports a failure
 */
public record Piece(
        Hash node, Hash item, ItemKind kind, int element, long tokens, Subject subject, boolean isScaffold, boolean isError) {
    /** The short name by which it can be recalled. */
    public String handle() {
        return item.handle();
    }

    public boolean isResult() {
        return kind == ItemKind.TOOL_RESULT;
    }

    public boolean isCall() {
        return kind == ItemKind.TOOL_CALL;
    }

    /** Whether the model said it. */
    public boolean isModel() {
        return switch (kind) {
            case ASSISTANT, REASONING, TOOL_CALL -> true;
            case SYSTEM, USER, TOOL_RESULT, OTHER -> false;
        };
    }

    /** Whether a person said it. */
    public boolean isWords() {
        return kind == ItemKind.USER && !isScaffold;
    }
}

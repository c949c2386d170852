package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import java.util.Set;

/**
 * One item of a chain, as rules see it; its text is asked for when it is needed.
 *
 * @param item the hash of what it says, by which the archive finds it
 * @param element which element of the history it belongs to
 * @param tokens its size as it came
 * @param subject what it is about, if it is a call or a result
 * @param traits what else is to be known of it
 */
public record Piece(
        Hash node, Hash item, ItemKind kind, int element, long tokens, CallSubject subject, Set<Trait> traits) {
    /** What a rule has to know of an item without reading it. */
    public enum Trait {
        /** A user item that the agent wrote, and no person. */
        AGENT_TEXT,
        /** A scaffold that says what happened, and not what holds from then on. */
        NOTICE,
        /** A result that reports a failure. */
        ERROR,
        /** A result in which a person speaks: the answer to a question, or why a call was refused. */
        USER_ANSWER,
        /** It holds pictures, which go when its text is changed. */
        PICTURES,
        /** It has to come back to the provider as it is. */
        FIXED,
        /** A call that brings its own result, so that none follows it. */
        ANSWERED,
        /** A call of a tool of ours, or its result: the client does not know of it. */
        LOCAL_TOOL
    }

    public Piece {
        traits = Set.copyOf(traits);
    }

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

    /** Whether it is a call that a result has to follow. */
    public boolean needsResult() {
        return isCall() && !traits.contains(Trait.ANSWERED);
    }

    /** Whether the client does not know of it. */
    public boolean isLocalTool() {
        return traits.contains(Trait.LOCAL_TOOL);
    }

    /** Whether it stays wherever it stands: what an agent's makers say, and what a provider made for itself. */
    public boolean mustStay() {
        return kind == ItemKind.SYSTEM || kind == ItemKind.OTHER;
    }

    /** Whether the model said it. */
    public boolean isFromModel() {
        return switch (kind) {
            case ASSISTANT, REASONING, TOOL_CALL -> true;
            case SYSTEM, USER, TOOL_RESULT, OTHER -> false;
        };
    }

    /** Whether a person said it. */
    public boolean isUserText() {
        return kind == ItemKind.USER && !isAgentText();
    }

    /** Whether it stands where a person speaks, and the agent wrote it. */
    public boolean isAgentText() {
        return traits.contains(Trait.AGENT_TEXT);
    }

    /** Whether the agent says there what holds until it says so anew. */
    public boolean isEnvironment() {
        return isAgentText() && !traits.contains(Trait.NOTICE);
    }

    /** Whether a person speaks in it, although a tool says it. */
    public boolean isUserAnswer() {
        return traits.contains(Trait.USER_ANSWER);
    }

    /** Whether a person speaks, in a message or in a result. */
    public boolean hasUserText() {
        return isUserText() || isUserAnswer();
    }

    public boolean isError() {
        return traits.contains(Trait.ERROR);
    }

    /** Whether a stub may stand in its place. */
    public boolean mayBeCleared() {
        return (isResult() || isCall()) && !traits.contains(Trait.FIXED) && !isUserAnswer();
    }

    /** Whether it is a result of which a part may go: a picture would go with any part. */
    public boolean mayBeCut() {
        return isResult() && mayBeCleared() && !traits.contains(Trait.PICTURES);
    }
}

package dev.throughline.workingset;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import java.util.Set;

/**
 * One item of a chain as policies see it. Its text is in {@link Chain}.
 *
 * @param item the hash of its content, by which the archive finds it
 * @param element the index of its element in the history
 * @param tokens its original size
 */
public record Piece(
        Hash node, Hash item, ItemKind kind, int element, long tokens, CallSubject subject, Set<Trait> traits) {
    /** A property that policies need without reading the text. */
    public enum Trait {
        /** A user item that the agent wrote, not a person. */
        AGENT_TEXT,
        /** A scaffold about an event, not about a lasting state. */
        NOTICE,
        /** A result that reports a failure. */
        ERROR,
        /** A result with words of the user: the answer to a question, or why a call was refused. */
        USER_ANSWER,
        /** It contains pictures, which are lost when its text is changed. */
        PICTURES,
        /** The provider requires it unchanged. */
        FIXED,
        /** A call that contains its own result, so that none follows. */
        ANSWERED,
        /** A call of a local tool, or its result: the client does not know it. */
        LOCAL_TOOL
    }

    public Piece {
        traits = Set.copyOf(traits);
    }

    public String handle() {
        return item.handle();
    }

    public boolean isResult() {
        return kind == ItemKind.TOOL_RESULT;
    }

    public boolean isCall() {
        return kind == ItemKind.TOOL_CALL;
    }

    /** Whether a result has to follow it. */
    public boolean needsResult() {
        return isCall() && !traits.contains(Trait.ANSWERED);
    }

    public boolean isLocalTool() {
        return traits.contains(Trait.LOCAL_TOOL);
    }

    /** Whether no policy may remove it: system messages, and items that a provider created for itself. */
    public boolean mustStay() {
        return kind == ItemKind.SYSTEM || kind == ItemKind.OTHER;
    }

    public boolean isFromModel() {
        return switch (kind) {
            case ASSISTANT, REASONING, TOOL_CALL -> true;
            case SYSTEM, USER, TOOL_RESULT, OTHER -> false;
        };
    }

    public boolean isUserText() {
        return kind == ItemKind.USER && !isAgentText();
    }

    public boolean isAgentText() {
        return traits.contains(Trait.AGENT_TEXT);
    }

    /** Whether the agent describes its environment in it. The newest text of each kind is valid. */
    public boolean isEnvironment() {
        return isAgentText() && !traits.contains(Trait.NOTICE);
    }

    public boolean isUserAnswer() {
        return traits.contains(Trait.USER_ANSWER);
    }

    /** Whether it contains words of the user, in a message or in a result. */
    public boolean hasUserText() {
        return isUserText() || isUserAnswer();
    }

    public boolean isError() {
        return traits.contains(Trait.ERROR);
    }

    /** Whether a placeholder may replace it. */
    public boolean mayBeCleared() {
        return (isResult() || isCall()) && !traits.contains(Trait.FIXED) && !isUserAnswer();
    }

    /** Whether a part of it may be removed: pictures would be lost with any part. */
    public boolean mayBeCut() {
        return isResult() && mayBeCleared() && !traits.contains(Trait.PICTURES);
    }
}

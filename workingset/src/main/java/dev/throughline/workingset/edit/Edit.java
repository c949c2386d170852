package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One persisted change to what is sent, and the only kind of change there is.
 *
 * <p>An edit names nodes, so it holds for every request whose chain contains them, after a restart and on another
 * replica too, and for no other. What it says instead is a text that is kept beside the sources and named by its hash:
 * the same edit gives the same bytes for ever, also after the rule that wrote it has changed.
 */
public sealed interface Edit {
    /**
     * An item says something else at its place; its tool and its call stay.
     *
     * @param text the hash of the new content
     * @param tokens how many tokens that content has
     * @param later the node of the item that shows what was left out; a branch without it needs the item as it was
     */
    record Reword(Hash node, RewordKind kind, Hash text, long tokens, Optional<Hash> later) implements Edit {
        /** One that leaves nothing to a later item. */
        public Reword(Hash node, RewordKind kind, Hash text, long tokens) {
            this(node, kind, text, tokens, Optional.empty());
        }
    }

    /** An item says again what it said at first. */
    record Restore(Hash node) implements Edit {}

    /**
     * Whole exchanges, from one node to another, become one message of the user's.
     *
     * @param text the hash of what that message says
     * @param isDrop whether they went because they were old, and not because they had to
     */
    record Replace(Hash first, Hash last, Hash text, long tokens, boolean isDrop) implements Edit {
        /** Exchanges that had to go. */
        public Replace(Hash first, Hash last, Hash text, long tokens) {
            this(first, last, text, tokens, /* isDrop= */ false);
        }
    }

    /** A text stands before the words of a user message, and stays there for good. */
    record Prepend(Hash node, Hash text, long tokens) implements Edit {}

    /**
     * Calls that we answered ourselves are put back at the place where the model made them.
     *
     * @param after the node after which they were made
     * @param text the hash of the calls and results, in the form that the dialect keeps them in
     */
    record Insert(Hash after, Hash text, long tokens) implements Edit {}

    /**
     * Tools of our own stand behind the client's, in every request of the session.
     *
     * @param text the hash of what they are, as they were when they were added; older archives have only their names
     */
    record AddTools(List<String> names, Optional<Hash> text) implements Edit {
        public AddTools {
            names = List.copyOf(names);
        }

        /** Tools that are known by their names alone. */
        public AddTools(List<String> names) {
            this(names, Optional.empty());
        }
    }

    /** How an item was reworded. */
    enum RewordKind {
        /** All of it stays but what only lays it out: spaces before line numbers, and colours. */
        UNPAD,
        /** Cut to a part of its lines. */
        SHORTEN,
        /** What a later message shows as it is now was left out. */
        SUPERSEDE,
        /** A stub says what it was. */
        CLEAR;

        /** The name as it is written in files and logs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static RewordKind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}

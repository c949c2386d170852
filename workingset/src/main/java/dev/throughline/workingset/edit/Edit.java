package dev.throughline.workingset.edit;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One stored change to the prompt. Prompts are changed in no other way.
 *
 * <p>An edit names nodes, so it applies to every request whose chain contains them, also after a restart, and to no
 * other request. Its text is stored with the sources and named by its hash: the same edit gives the same bytes for
 * ever, also after the policy that made it has changed.
 *
 * <p>A new way to reword an item is a new {@link RewordKind}. Any other new kind of edit is a record here, a case in
 * {@link EditLine}, {@link EditLog}, {@link Decision} and {@link dev.throughline.workingset.WorkingSet}, and its place
 * in the engine's {@code PromptWriter}.
 */
public sealed interface Edit {
    /** The hash of the text that it puts into the prompt; empty if it puts none there. */
    default Optional<Hash> addedText() {
        return switch (this) {
            case Reword reword -> Optional.of(reword.text());
            case Replace replace -> Optional.of(replace.text());
            case Prepend prepend -> Optional.of(prepend.text());
            case Insert insert -> Optional.of(insert.text());
            case AddTools added -> added.text();
            case Restore _ -> Optional.empty();
        };
    }

    /**
     * The first node that is sent differently from now on; empty if the provider has seen the prompt like this.
     *
     * @param root the node that is returned if the change precedes the history
     */
    default Optional<Hash> firstChanged(Hash root) {
        return switch (this) {
            case Reword reword -> Optional.of(reword.node());
            case Restore restore -> Optional.of(restore.node());
            case Replace replace -> Optional.of(replace.first());
            case Prepend prepend -> Optional.of(prepend.node());
            case AddTools _ -> Optional.of(root);
            case Insert _ -> Optional.empty(); // The provider saw these calls when the model made them.
        };
    }

    /** Whether it adds or removes messages, calls or tools, so that the edited request has to be validated. */
    default boolean isStructural() {
        return switch (this) {
            case Replace _, Insert _, Prepend _, AddTools _ -> true;
            case Reword _, Restore _ -> false;
        };
    }

    /**
     * The text of an item is replaced; its tool and its call stay.
     *
     * @param text the hash of the new text
     * @param tokens the tokens of the new text
     * @param later the node of the item that shows what was left out; a branch without it needs the item as it was
     */
    record Reword(Hash node, RewordKind kind, Hash text, long tokens, Optional<Hash> later) implements Edit {
        /** A rewording whose removed content is not shown by a later item. */
        public Reword(Hash node, RewordKind kind, Hash text, long tokens) {
            this(node, kind, text, tokens, Optional.empty());
        }
    }

    /** The original text of an item is restored. */
    record Restore(Hash node) implements Edit {}

    /**
     * One user message replaces whole exchanges, from the first node to the last.
     *
     * @param text the hash of the message's text
     * @param isDrop whether they were removed because they were old, and not because the prompt had to fit
     */
    record Replace(Hash first, Hash last, Hash text, long tokens, boolean isDrop) implements Edit {
        /** Replaces exchanges so that the prompt fits. */
        public Replace(Hash first, Hash last, Hash text, long tokens) {
            this(first, last, text, tokens, /* isDrop= */ false);
        }
    }

    /** A text is put before the text of a user message and stays there. */
    record Prepend(Hash node, Hash text, long tokens) implements Edit {}

    /**
     * Calls that the gateway answered itself are put back where the model made them.
     *
     * @param after the node after which they were made
     * @param text the hash of the calls and results, in the form that the dialect stores
     */
    record Insert(Hash after, Hash text, long tokens) implements Edit {}

    /**
     * Local tools follow the client's tools in every request of the session.
     *
     * @param text the hash of their definitions when they were added; older archives contain only their names
     */
    record AddTools(List<String> names, Optional<Hash> text) implements Edit {
        public AddTools {
            names = List.copyOf(names);
        }

        public AddTools(List<String> names) {
            this(names, Optional.empty());
        }
    }

    /** The kind of a rewording. */
    enum RewordKind {
        /** Only layout was removed: spaces before line numbers, and colour codes. */
        UNPAD("unpadded", "without padding", Content.WHOLE),
        /** Cut to a part of its lines. */
        SHORTEN("shortened", "shortened", Content.PART),
        /** Content that a later item shows in its current state was removed. */
        SUPERSEDE("superseded", "superseded", Content.PART),
        /** Replaced by a placeholder. */
        CLEAR("cleared", "cleared", Content.NONE);

        /** The part of the original that the model can still read. */
        private enum Content {
            WHOLE,
            PART,
            NONE
        }

        private final String participle;
        private final String label;
        private final Content content;

        RewordKind(String participle, String label, Content content) {
            this.participle = participle;
            this.label = label;
            this.content = content;
        }

        /** The name in files and logs. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static RewordKind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }

        /** The state of a reworded item, in JSON. */
        public String participle() {
            return participle;
        }

        /** The state of a reworded item, for people. */
        public String label() {
            return label;
        }

        /** Whether the model can read everything that the item said. */
        public boolean keepsAll() {
            return content == Content.WHOLE;
        }

        /** Whether the model can read at least a part of what the item said. */
        public boolean isReadable() {
            return content != Content.NONE;
        }
    }
}

package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.Span;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One fact about a session, kept for ever. */
public sealed interface Entry {
    /**
     * Exact bytes as first received: an element of a history, a block of system text, a tool, or the frame of a request
     * (its body without those). {@code id} is the hash of {@code bytes}.
     */
    record Source(Hash id, Bytes bytes) implements Entry {
        public static Source of(Bytes bytes) {
            return new Source(bytes.hash(), bytes);
        }
    }

    /**
     * One item at its place in a history.
     *
     * @param id {@link Hash#node}{@code (parent, item)}
     * @param parent the node before it; {@link #ROOT} for the first
     * @param item the hash of its normalised content
     * @param source where its exact bytes are
     * @param piece the range of the source that is this item
     */
    record Node(
            Hash id,
            Hash parent,
            Hash item,
            ItemKind kind,
            String role,
            Optional<String> tool,
            Optional<String> call,
            Hash source,
            Span piece,
            long tokens,
            TurnId turn,
            Instant at)
            implements Entry {
        /** The same node with another count of tokens. */
        public Node weighing(long counted) {
            return new Node(id, parent, item, kind, role, tool, call, source, piece, counted, turn, at);
        }
    }

    /** What stands before a history and outside it: system blocks and tools, each a source. */
    record Head(Hash id, List<Hash> system, List<Hash> tools) implements Entry {
        public Head {
            system = List.copyOf(system);
            tools = List.copyOf(tools);
        }
    }

    /**
     * A request came.
     *
     * @param client a word for the program that sent it, for example {@code codex}
     * @param run the {@code throughline run} it belongs to, if any
     * @param frame the source that holds the request without its elements
     * @param leaf the last node of its history; {@link #ROOT} when that is empty
     * @param items how many items its history has
     * @param fresh how many of them were new
     * @param tokens estimated tokens of the whole request
     */
    record TurnOpened(
            TurnId id,
            Instant at,
            Purpose purpose,
            Dialect dialect,
            String model,
            String client,
            Optional<String> run,
            Optional<Hash> head,
            Hash frame,
            Hash leaf,
            int items,
            int fresh,
            long tokens)
            implements Entry {}

    /**
     * Its answer ended.
     *
     * @param status the upstream's HTTP status; 0 when it could not be reached
     * @param leaf the last node of the answer; the request's leaf when nothing was said
     * @param unread sources of what could not be understood, an error body for instance
     * @param sent what was weighed before it was sent; empty where nothing was
     */
    record TurnClosed(
            TurnId id,
            Instant at,
            int status,
            Reply.Ending ending,
            Hash leaf,
            Optional<String> responseId,
            Optional<String> stopReason,
            Optional<Usage> usage,
            List<Hash> unread,
            Optional<Sent> sent)
            implements Entry {
        public TurnClosed {
            unread = List.copyOf(unread);
        }
    }

    /**
     * What a request weighed.
     *
     * @param tokens our count of what was sent, in all calls that it took
     * @param untouched our count of what the client asked to send; the same if nothing was edited or added
     * @param shadow what the provider would have billed for that, by estimate
     */
    record Sent(long tokens, long untouched, Usage shadow) {
        /** Whether what was sent is other than what the client asked to send. */
        public boolean isEdited() {
            return tokens != untouched;
        }

        /**
         * What the provider would have billed for the client's own request: what it billed, unless that was edited.
         * Older archives do not say how much the model would have written; it is taken to be the same.
         */
        public Usage untouched(Usage billed) {
            if (!isEdited()) {
                return billed;
            }
            long output = shadow.output() == 0 ? billed.output() : shadow.output();
            return new Usage(shadow.input(), shadow.cacheRead(), shadow.cacheWrite(), output);
        }
    }

    /**
     * What is sent was changed from here on. The texts that the edits name are sources.
     *
     * @param turn the turn that gave the occasion
     */
    record Edited(TurnId turn, Instant at, List<Edit> edits, DecisionReason why) implements Entry {
        public Edited {
            edits = List.copyOf(edits);
        }
    }

    /**
     * The helper model was asked for this session, and that was billed.
     *
     * @param question the name of what it was asked, such as {@code flush}
     */
    record Helped(Instant at, String question, String model, Usage usage) implements Entry {}

    /** A history goes on from an older one that it no longer contains. */
    record Link(Hash from, Hash to, Reason reason, TurnId turn) implements Entry {
        /** Why two histories belong together. */
        public enum Reason {
            /** The client replaced its history by a summary. */
            CLIENT_COMPACTION
        }
    }

    /** The parent of every first node. */
    Hash ROOT = Hash.of("throughline root");
}

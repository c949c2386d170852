package dev.throughline.engine.archive;

import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
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

/** An entry of the archive of a session. Entries are never changed or removed. */
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
     * One item at its position in a history.
     *
     * @param id {@link Hash#node}{@code (parent, item)}
     * @param parent the node before it; {@link #ROOT} for the first
     * @param item the hash of its normalised content
     * @param source the source that contains its exact bytes
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
        /** The same node with another token count. */
        public Node withTokens(long counted) {
            return new Node(id, parent, item, kind, role, tool, call, source, piece, counted, turn, at);
        }
    }

    /** The system blocks and the tools of a request, each a source. */
    record Head(Hash id, List<Hash> system, List<Hash> tools) implements Entry {
        public Head {
            system = List.copyOf(system);
            tools = List.copyOf(tools);
        }
    }

    /**
     * A request arrived.
     *
     * @param client the name of the program that sent it, for example {@code codex}
     * @param run the {@code throughline run} that it belongs to, if any
     * @param frame the source that contains the body without its history, system blocks and tools
     * @param leaf the last node of its history; {@link #ROOT} if that is empty
     * @param items how many items its history has
     * @param fresh how many of them were new
     * @param tokens estimated tokens of the whole request
     * @param userMessages how many of the new items are messages that a person wrote
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
            long tokens,
            int userMessages)
            implements Entry {
        /** A request without a new message of a person. */
        public TurnOpened(
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
                long tokens) {
            this(id, at, purpose, dialect, model, client, run, head, frame, leaf, items, fresh, tokens, 0);
        }
    }

    /**
     * The reply to a request ended.
     *
     * @param status the upstream's HTTP status; 0 if it could not be reached
     * @param leaf the last node of the reply; the request's leaf if the reply is empty
     * @param unread the sources of bytes that could not be parsed, such as an error body
     * @param sent the size of the requests that were sent, if it was computed
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
     * The size of the requests that were sent upstream for a client's request.
     *
     * @param tokens the estimated tokens of all requests that were sent
     * @param clientTokens the estimated tokens of the client's own request; the same number if nothing was edited
     *     or added
     * @param clientUsage the estimated usage that the provider would have billed for the client's own request
     */
    record Sent(long tokens, long clientTokens, Usage clientUsage) {
        /** Whether the requests that were sent differ from the client's own request. */
        public boolean isEdited() {
            return tokens != clientTokens;
        }

        /**
         * The usage that the provider would have billed for the client's own request. Older archives contain no
         * estimate of the output; it is assumed to be the billed output.
         */
        public Usage unedited(Usage billed) {
            if (!isEdited()) {
                return billed;
            }
            long output = clientUsage.output() == 0 ? billed.output() : clientUsage.output();
            return new Usage(clientUsage.input(), clientUsage.cacheRead(), clientUsage.cacheWrite(), output);
        }
    }

    /**
     * Edits that apply to all later requests. The texts that they name are sources.
     *
     * @param turn the turn that caused them
     */
    record Edited(TurnId turn, Instant at, List<Edit> edits, DecisionReason why) implements Entry {
        public Edited {
            edits = List.copyOf(edits);
        }
    }

    /**
     * Someone requested that the history of the session is replaced by a summary. It is settled by the next edits with
     * the trigger {@code MANUAL}, which may be none.
     *
     * @param by who or what requested it, such as {@code rest}
     * @param keep what the summary should keep; may be empty
     */
    record CompactionRequested(Instant at, String by, String keep) implements Entry {}

    /**
     * A billed question to the helper model for this session.
     *
     * @param question the name of the question, such as {@code flush}
     */
    record HelperCall(Instant at, String question, String model, Usage usage) implements Entry {}

    /**
     * A history continues what it does not contain, or what its client did not send.
     *
     * @param newer the last node of the history
     * @param older the last node of what it continues
     */
    record Link(Hash newer, Hash older, Reason reason, TurnId turn) implements Entry {
        public enum Reason {
            /** The client replaced its history by a summary. */
            CLIENT_COMPACTION,
            /** An answer to the history was not sent to the client. It ends at the older node. */
            WITHHELD,
            /** What the client still sends from before a reset ends with the item (not the node) {@code older}. */
            RESET,
            /** The client sent only what follows the older node; the gateway holds the history before it. */
            HELD
        }
    }

    /**
     * A chat gateway named the origin of the session's messages, or changed a part of it.
     *
     * @param at when the message arrived
     */
    record OriginNamed(Instant at, ChatOrigin origin) implements Entry {}

    /**
     * Nodes were read from a line of another program's file, and not from a request.
     *
     * @param source the source that contains the exact line
     * @param line the number of the line, from 1
     */
    record Imported(List<Hash> nodes, Hash source, String file, long line) implements Entry {
        public Imported {
            nodes = List.copyOf(nodes);
        }
    }

    /** The parent of every first node. */
    Hash ROOT = Hash.of("throughline root");
}

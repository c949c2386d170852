package dev.throughline.importer.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the lines of one model call, what was said to the model and then its answer, and creates the entries of a
 * turn. A turn in which nothing is new has no entries. Used by one thread.
 */
final class ImportedTurn {
    private static final int OK = 200;

    private final TurnId id;
    private final String client;
    private final List<Entry> request = new ArrayList<>();
    private final List<Entry> reply = new ArrayList<>();
    private boolean hasReply;
    private Hash requestLeaf;
    private Hash leaf;
    private int fresh;
    private int userMessages;

    /** The last line of the request. */
    private @Nullable FileLine sent;

    private @Nullable FileLine last;
    private Optional<Hash> source = Optional.empty();
    private Optional<Usage> usage = Optional.empty();

    /** @param start the node that the turn follows */
    ImportedTurn(TurnId id, String client, Hash start) {
        this.id = id;
        this.client = client;
        this.requestLeaf = start;
        this.leaf = start;
    }

    TurnId id() {
        return id;
    }

    Hash leaf() {
        return leaf;
    }

    boolean hasReply() {
        return hasReply;
    }

    int fresh() {
        return fresh;
    }

    /**
     * A line of the turn.
     *
     * @param isReply whether the model wrote it
     * @param entries its new entries, nodes included
     * @param leaf the last node of the history up to it
     */
    record TurnPart(FileLine line, boolean isReply, List<Entry> entries, Hash leaf, int fresh, boolean isUserMessage) {}

    void add(TurnPart part) {
        hasReply |= part.isReply();
        sent = hasReply && sent != null ? sent : part.line();
        last = part.line();
        (hasReply ? reply : request).addAll(part.entries());
        leaf = part.leaf();
        requestLeaf = hasReply ? requestLeaf : leaf;
        fresh += part.fresh();
        userMessages += part.isUserMessage() ? 1 : 0;
        source = source.or(() -> part.entries().stream()
                .flatMap(entry -> entry instanceof Entry.Imported imported
                        ? Optional.of(imported.source()).stream()
                        : Optional.<Hash>empty().stream())
                .findFirst());
        usage = part.line().line().content().usage().or(() -> usage);
    }

    /** Notes what a line without items says about the turn. */
    void addUsage(Usage named) {
        usage = Optional.of(named);
    }

    /**
     * The size of the history that ends with a node.
     *
     * @param items the number of its items
     * @param tokens its estimated tokens
     */
    record HistorySize(int items, long tokens) {}

    /** The last node of the request. */
    Hash requestLeaf() {
        return requestLeaf;
    }

    /** The entries of the turn; none if nothing is new. */
    List<Entry> entries(String model, HistorySize size) {
        FileLine from = sent;
        FileLine to = last;
        if (fresh == 0 || from == null || to == null || source.isEmpty()) {
            return List.of();
        }
        List<Entry> entries = new ArrayList<>(request);
        entries.add(opened(from, from.at(), model, size, source.get()));
        entries.addAll(reply);
        entries.add(closed(to.at()));
        return entries;
    }

    /** The entries of a turn without new items, which makes the node that it follows the end of the conversation. */
    List<Entry> returning(FileLine line, Instant at, String model, HistorySize size, Hash from) {
        return List.of(opened(line, at, model, size, from), closed(at));
    }

    private Entry.TurnOpened opened(FileLine line, Instant at, String model, HistorySize size, Hash from) {
        return new Entry.TurnOpened(
                id,
                at,
                Purpose.IMPORTED,
                line.line().content().dialect(),
                model,
                client,
                Optional.empty(),
                Optional.empty(),
                from,
                requestLeaf,
                size.items(),
                fresh,
                size.tokens(),
                userMessages);
    }

    private Entry.TurnClosed closed(Instant at) {
        return new Entry.TurnClosed(
                id,
                at,
                OK,
                hasReply ? Reply.Ending.COMPLETE : Reply.Ending.CUT,
                leaf,
                Optional.empty(),
                Optional.empty(),
                usage,
                List.of(),
                Optional.empty());
    }
}

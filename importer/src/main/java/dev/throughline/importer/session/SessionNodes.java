package dev.throughline.importer.session;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.TurnId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The nodes that a session has, and how its file follows them. An item of the file is the node after the current one
 * if there is such a node. Otherwise it may be a node that was recorded from a request: a request contains system
 * texts that are not in the file, so the same item has another place there. Such a node belongs to one place in the
 * file: if the file returns to that place with the same item, it is the same node again, and if the item occurs at
 * another place, it is another node. So a second import of the file follows the same nodes. Used by one thread.
 */
final class SessionNodes {
    private static final int PAGE = 4096;

    /** A node, with the tokens and the number of the items up to it. */
    private record Known(Hash parent, Hash item, long tokens, int items) {}

    private record Step(Hash after, Hash item) {}

    /**
     * The end of a conversation.
     *
     * @param node its last node; {@link Entry#ROOT} if it is empty
     * @param at when its newest turn was opened or closed
     */
    record ConversationEnd(Hash node, Instant at) {
        static final ConversationEnd NONE = new ConversationEnd(Entry.ROOT, Instant.MIN);
    }

    private final Map<Hash, Known> nodes = new HashMap<>();

    /** The nodes that were recorded from requests, by their items. */
    private final Map<Hash, List<Hash>> recorded = new HashMap<>();

    /** The node after a node of the file, by the node and the item. */
    private final Map<Step, Hash> followed = new HashMap<>();

    private final Set<Hash> taken = new HashSet<>();
    private final Set<Hash> sources = new HashSet<>();
    private final Set<TurnId> conversation = new HashSet<>();
    private ConversationEnd end = ConversationEnd.NONE;
    private boolean hasRecordedTurn;
    private boolean hasImportedItem;
    private long sequence;

    /** Reads the entries that were archived since the last call. */
    void readNew(Store store, SessionRef session) {
        while (true) {
            StorePage<ArchivedEntry> page = store.entries(session, sequence, PAGE);
            for (ArchivedEntry archived : page.items()) {
                sequence = archived.sequence();
                accept(archived.entry());
            }
            if (page.next().isEmpty() || page.items().isEmpty()) {
                return;
            }
        }
    }

    /** Notes entries that were appended, up to a sequence. */
    void appended(List<Entry> entries, long lastSequence) {
        entries.forEach(this::accept);
        sequence = lastSequence;
    }

    private void accept(Entry entry) {
        switch (entry) {
            case Entry.Source source -> sources.add(source.id());
            case Entry.Node node -> {
                if (add(node)) {
                    recorded.computeIfAbsent(node.item(), _ -> new ArrayList<>())
                            .add(node.id());
                }
            }
            case Entry.Imported imported -> {
                hasImportedItem = true;
                imported.nodes().forEach(this::removeRecorded);
            }
            case Entry.TurnOpened turn -> {
                if (turn.purpose().isConversation()) {
                    conversation.add(turn.id());
                    end = new ConversationEnd(turn.leaf(), turn.at());
                    hasRecordedTurn |= turn.purpose() != Purpose.IMPORTED;
                }
            }
            case Entry.TurnClosed turn ->
                end = conversation.contains(turn.id()) ? new ConversationEnd(turn.leaf(), turn.at()) : end;
            case Entry.Head _,
                    Entry.Edited _,
                    Entry.HelperCall _,
                    Entry.Link _,
                    Entry.OriginNamed _,
                    Entry.CompactionRequested _ -> {}
        }
    }

    /** Adds a node; returns false if it is known. */
    boolean add(Entry.Node node) {
        Known parent = nodes.get(node.parent());
        long tokens = (parent == null ? 0 : parent.tokens()) + node.tokens();
        int items = (parent == null ? 0 : parent.items()) + 1;
        return nodes.putIfAbsent(node.id(), new Known(node.parent(), node.item(), tokens, items)) == null;
    }

    private void removeRecorded(Hash node) {
        Known known = nodes.get(node);
        if (known != null) {
            recorded.computeIfPresent(known.item(), (_, all) -> {
                all.remove(node);
                return all.isEmpty() ? null : all;
            });
        }
    }

    boolean hasSource(Hash source) {
        return sources.contains(source);
    }

    /** The node that is an item of the file after a node; empty if it has to be added. */
    Optional<Hash> next(Hash after, Hash item) {
        Step step = new Step(after, item);
        Hash node = Hash.node(after, item);
        Optional<Hash> next = Optional.ofNullable(followed.get(step))
                .or(() -> nodes.containsKey(node) ? Optional.of(node) : recordedNode(after, item));
        next.ifPresent(found -> {
            followed.put(step, found);
            taken.add(found);
        });
        return next;
    }

    /** A recorded node that is not taken yet: one that follows the current node, or else the first one. */
    private Optional<Hash> recordedNode(Hash after, Hash item) {
        List<Hash> all = recorded.getOrDefault(item, List.of()).stream()
                .filter(node -> !taken.contains(node))
                .toList();
        return all.stream()
                .filter(node -> isOnPath(after, node))
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    /** Whether a node is on the path to another one. */
    boolean isOnPath(Hash node, Hash end) {
        if (node.equals(Entry.ROOT)) {
            return true;
        }
        Hash at = end;
        Known known = nodes.get(at);
        while (known != null && !at.equals(node)) {
            at = known.parent();
            known = nodes.get(at);
        }
        return at.equals(node);
    }

    /** The end of the newest turn of the conversation. */
    ConversationEnd end() {
        return end;
    }

    /** Whether all of the conversation was read from files. */
    boolean isOnlyImported() {
        return hasImportedItem && !hasRecordedTurn;
    }

    /** Estimated tokens of the history that ends with a node. */
    long tokens(Hash node) {
        Known known = nodes.get(node);
        return known == null ? 0 : known.tokens();
    }

    /** The number of items of the history that ends with a node. */
    int items(Hash node) {
        Known known = nodes.get(node);
        return known == null ? 0 : known.items();
    }
}

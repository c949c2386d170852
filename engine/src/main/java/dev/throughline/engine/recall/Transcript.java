package dev.throughline.engine.recall;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.TurnId;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * The ordered view of one session in the archive: all its nodes, and the paths through them.
 *
 * <p>The main path ends at the newest conversation turn. If the client has compacted its history, a link connects it to
 * the previous path, which is the older part of the same conversation. Nodes on no such path are branches: a rewind, a
 * fork, or a side request.
 */
public final class Transcript {
    private final Map<Hash, Entry.Node> nodes = new LinkedHashMap<>();
    private final Map<TurnId, Entry.TurnOpened> turns = new LinkedHashMap<>();
    private final Map<TurnId, Entry.TurnClosed> replies = new LinkedHashMap<>();
    private final Map<Hash, Entry.Link> links = new LinkedHashMap<>();
    private final Map<TurnId, Hash> held = new HashMap<>();
    private final Map<Hash, Entry.Head> heads = new LinkedHashMap<>();
    private final Map<String, String> tools = new HashMap<>();
    private final List<Entry.Edited> edits = new ArrayList<>();
    private final List<Entry.HelperCall> helperCalls = new ArrayList<>();
    private final EditLog log = new EditLog();
    private Hash leaf = Entry.ROOT;
    private long sequence;

    /** Creates an empty transcript; {@link #readNew} fills it. */
    Transcript() {}

    /** Reads a session; {@code pages} returns the page of entries after a sequence. */
    public static Transcript read(LongFunction<StorePage<ArchivedEntry>> pages) {
        Transcript transcript = new Transcript();
        transcript.readNew(pages);
        return transcript;
    }

    /** Reads the entries that were archived since the last call. */
    void readNew(LongFunction<StorePage<ArchivedEntry>> pages) {
        while (true) {
            StorePage<ArchivedEntry> page = pages.apply(sequence);
            for (ArchivedEntry archived : page.items()) {
                accept(archived.entry());
                sequence = archived.sequence();
            }
            if (page.next().isEmpty() || page.items().isEmpty()) {
                return;
            }
        }
    }

    private void accept(Entry entry) {
        switch (entry) {
            case Entry.Node node -> {
                nodes.put(node.id(), node);
                if (node.kind() == ItemKind.TOOL_CALL
                        && node.call().isPresent()
                        && node.tool().isPresent()) {
                    tools.put(node.call().get(), node.tool().get());
                }
            }
            case Entry.TurnOpened turn -> {
                turns.put(turn.id(), turn);
                leaf = turn.purpose().isConversation() ? turn.leaf() : leaf;
            }
            case Entry.TurnClosed turn -> {
                replies.put(turn.id(), turn);
                leaf = isConversation(turn.id()) ? turn.leaf() : leaf;
            }
            case Entry.Link link -> {
                switch (link.reason()) {
                    case CLIENT_COMPACTION -> links.put(link.newer(), link);
                    case HELD -> held.put(link.turn(), link.older());
                    case WITHHELD, RESET -> {}
                }
            }
            case Entry.Head head -> heads.put(head.id(), head);
            case Entry.Edited edited -> {
                edits.add(edited);
                edited.edits().forEach(log::accept);
            }
            case Entry.HelperCall help -> helperCalls.add(help);
            case Entry.Source _, Entry.OriginNamed _, Entry.Imported _, Entry.CompactionRequested _ -> {}
        }
    }

    private boolean isConversation(TurnId id) {
        Entry.TurnOpened turn = turns.get(id);
        return turn != null && turn.purpose().isConversation();
    }

    int size() {
        return nodes.size();
    }

    /** The end of the history that the client replaced by one that ends with a node. */
    public Optional<Hash> replaced(Hash newer) {
        return Optional.ofNullable(links.get(newer)).map(Entry.Link::older);
    }

    /** All nodes in the order in which they were archived. */
    public List<Entry.Node> nodes() {
        return List.copyOf(nodes.values());
    }

    public List<Entry.TurnOpened> turns() {
        return List.copyOf(turns.values());
    }

    public Optional<Entry.TurnClosed> reply(TurnId turn) {
        return Optional.ofNullable(replies.get(turn));
    }

    public Optional<Entry.TurnOpened> turn(TurnId turn) {
        return Optional.ofNullable(turns.get(turn));
    }

    /** The node after which a turn contains what its client sent; empty if the client sent the whole history. */
    public Optional<Hash> heldBefore(TurnId turn) {
        return Optional.ofNullable(held.get(turn));
    }

    public Optional<Entry.Head> head(Hash id) {
        return Optional.ofNullable(heads.get(id));
    }

    /** The calls of the helper model, in order. */
    public List<Entry.HelperCall> helperCalls() {
        return List.copyOf(helperCalls);
    }

    /** The decisions with their edits, in order. */
    public List<Entry.Edited> edits() {
        return List.copyOf(edits);
    }

    /** The newest request of the conversation. */
    public Optional<Entry.TurnOpened> newest() {
        return turns.values().stream()
                .filter(turn -> turn.purpose() == Purpose.CONVERSATION)
                .reduce((_, newer) -> newer);
    }

    /** The edits in force. Must not be changed. */
    public EditLog log() {
        return log;
    }

    /** The tool of a call or a result. */
    public Optional<String> tool(Entry.Node node) {
        return node.tool().or(() -> node.call().map(tools::get));
    }

    /** The last node of the newest conversation turn. */
    public Hash leaf() {
        return leaf;
    }

    /** The nodes from the first to {@code end}. */
    public List<Entry.Node> path(Hash end) {
        return path(Entry.ROOT, end);
    }

    /** The nodes of the reply to a turn. */
    List<Entry.Node> replyNodes(Entry.TurnOpened turn, Entry.TurnClosed closed) {
        return path(turn.leaf(), closed.leaf());
    }

    /** The nodes after {@code start}, up to {@code end}. */
    public List<Entry.Node> path(Hash start, Hash end) {
        Deque<Entry.Node> path = new ArrayDeque<>();
        Entry.Node node = nodes.get(end);
        while (node != null && !node.id().equals(start)) {
            path.addFirst(node);
            node = nodes.get(node.parent());
        }
        return List.copyOf(path);
    }

    /**
     * The conversation from its beginning, including the parts that the client removed by compaction, each node once.
     */
    public List<Entry.Node> conversation() {
        Deque<List<Entry.Node>> parts = new ArrayDeque<>();
        Set<Hash> ends = new HashSet<>();
        Optional<Hash> end = Optional.of(leaf);
        while (end.isPresent() && ends.add(end.get())) {
            List<Entry.Node> part = path(end.get());
            parts.addFirst(part);
            end = part.reversed().stream()
                    .map(node -> links.get(node.id()))
                    .filter(Objects::nonNull)
                    .map(Entry.Link::older)
                    .findFirst();
        }
        Map<Hash, Entry.Node> conversation = new LinkedHashMap<>();
        parts.forEach(part -> part.forEach(node -> conversation.putIfAbsent(node.id(), node)));
        return List.copyOf(conversation.values());
    }

    /** The nodes that are not part of the conversation, in the order in which they were archived. */
    public List<Entry.Node> branches() {
        Set<Hash> main = new HashSet<>();
        conversation().forEach(node -> main.add(node.id()));
        return nodes.values().stream().filter(node -> !main.contains(node.id())).toList();
    }

    public Optional<Entry.Node> node(Hash id) {
        return Optional.ofNullable(nodes.get(id));
    }

    /** The nodes whose own hash, item or source begins with a handle. */
    public List<Entry.Node> withHandle(String handle) {
        String text = handle.startsWith("s2:") ? handle : "s2:" + handle;
        return nodes.values().stream()
                .filter(node -> node.id().text().startsWith(text)
                        || node.item().text().startsWith(text)
                        || node.source().text().startsWith(text))
                .toList();
    }
}

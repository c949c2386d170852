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
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * One session's ordered view of its archive: every node that was ever said, and the paths through them.
 *
 * <p>The main path ends at the newest conversation turn. Where the client had compacted its history, a link leads back
 * to the path before, which is the older part of the same conversation. What is on no such path is a branch: a rewind,
 * a fork, or a side request.
 */
public final class Transcript {
    private final Map<Hash, Entry.Node> nodes = new LinkedHashMap<>();
    private final Map<TurnId, Entry.TurnOpened> turns = new LinkedHashMap<>();
    private final Map<TurnId, Entry.TurnClosed> replies = new LinkedHashMap<>();
    private final Map<Hash, Entry.Link> links = new LinkedHashMap<>();
    private final Map<Hash, Entry.Head> heads = new LinkedHashMap<>();
    private final Map<String, String> tools = new HashMap<>();
    private final List<Entry.Edited> edits = new ArrayList<>();
    private final List<Entry.Helped> helperCalls = new ArrayList<>();
    private final EditLog log = new EditLog();
    private Hash leaf = Entry.ROOT;
    private long sequence;

    /** A session of which nothing was read yet. */
    Transcript() {}

    /** Reads a session from its pages of entries; the function gives the page after a sequence. */
    public static Transcript read(LongFunction<StorePage<ArchivedEntry>> pages) {
        Transcript transcript = new Transcript();
        transcript.readNew(pages);
        return transcript;
    }

    /** Reads what was kept since it was read last. */
    void readNew(LongFunction<StorePage<ArchivedEntry>> pages) {
        while (true) {
            StorePage<ArchivedEntry> page = pages.apply(sequence);
            for (ArchivedEntry kept : page.items()) {
                accept(kept.entry());
                sequence = kept.sequence();
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
                leaf = turn.purpose() == Purpose.CONVERSATION ? turn.leaf() : leaf;
            }
            case Entry.TurnClosed turn -> {
                replies.put(turn.id(), turn);
                leaf = isConversation(turn.id()) ? turn.leaf() : leaf;
            }
            case Entry.Link link -> links.put(link.from(), link);
            case Entry.Head head -> heads.put(head.id(), head);
            case Entry.Edited edited -> {
                edits.add(edited);
                edited.edits().forEach(log::accept);
            }
            case Entry.Helped help -> helperCalls.add(help);
            case Entry.Source _ -> {}
        }
    }

    private boolean isConversation(TurnId id) {
        Entry.TurnOpened turn = turns.get(id);
        return turn != null && turn.purpose() == Purpose.CONVERSATION;
    }

    /** How many nodes there are. */
    int size() {
        return nodes.size();
    }

    /** Every node in the order in which it was kept. */
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

    public Optional<Entry.Head> head(Hash id) {
        return Optional.ofNullable(heads.get(id));
    }

    /** What the helper model was asked, in order. */
    public List<Entry.Helped> helperCalls() {
        return List.copyOf(helperCalls);
    }

    /** What was changed about what is sent, in order. */
    public List<Entry.Edited> edits() {
        return List.copyOf(edits);
    }

    /** The newest request of the conversation. */
    public Optional<Entry.TurnOpened> newest() {
        return turns.values().stream()
                .filter(turn -> turn.purpose() == Purpose.CONVERSATION)
                .reduce((_, newer) -> newer);
    }

    /** The edits in force; not to be changed. */
    public EditLog log() {
        return log;
    }

    /** The tool that a call calls, or that gave a result. */
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

    /** What was answered to a turn. */
    List<Entry.Node> answer(Entry.TurnOpened turn, Entry.TurnClosed closed) {
        return path(turn.leaf(), closed.leaf());
    }

    /** The nodes behind {@code start}, up to {@code end}. */
    private List<Entry.Node> path(Hash start, Hash end) {
        Deque<Entry.Node> path = new ArrayDeque<>();
        Entry.Node node = nodes.get(end);
        while (node != null && !node.id().equals(start)) {
            path.addFirst(node);
            node = nodes.get(node.parent());
        }
        return List.copyOf(path);
    }

    /** The conversation from its beginning, parts that the client compacted away included, each node once. */
    public List<Entry.Node> conversation() {
        Deque<List<Entry.Node>> parts = new ArrayDeque<>();
        Set<Hash> walked = new HashSet<>();
        Optional<Hash> end = Optional.of(leaf);
        while (end.isPresent() && walked.add(end.get())) {
            List<Entry.Node> part = path(end.get());
            parts.addFirst(part);
            end = part.reversed().stream()
                    .map(node -> links.get(node.id()))
                    .filter(link -> link != null)
                    .map(Entry.Link::to)
                    .findFirst();
        }
        Set<Hash> seen = new HashSet<>();
        List<Entry.Node> whole = new ArrayList<>();
        for (List<Entry.Node> part : parts) {
            part.stream().filter(node -> seen.add(node.id())).forEach(whole::add);
        }
        return List.copyOf(whole);
    }

    /** Nodes that are not part of the conversation, in the order in which they were kept. */
    public List<Entry.Node> branches() {
        Set<Hash> main = new HashSet<>();
        conversation().forEach(node -> main.add(node.id()));
        return nodes.values().stream().filter(node -> !main.contains(node.id())).toList();
    }

    /** The node with this id. */
    public Optional<Entry.Node> node(Hash id) {
        return Optional.ofNullable(nodes.get(id));
    }

    /** The nodes whose name, item or source begins with a handle. */
    public List<Entry.Node> withHandle(String handle) {
        String text = handle.startsWith("s2:") ? handle : "s2:" + handle;
        return nodes.values().stream()
                .filter(node -> node.id().text().startsWith(text)
                        || node.item().text().startsWith(text)
                        || node.source().text().startsWith(text))
                .toList();
    }
}

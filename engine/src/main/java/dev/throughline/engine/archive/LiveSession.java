package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A session in memory: the ids of its stored entries, and its newest request in parsed form. This is the only cache of
 * a session on the path of a turn.
 *
 * <p>{@link #accept} is called with each entry of the session in order, whether it was just appended or is read again
 * after a restart. Both produce the same state. Used only under the lease of the session.
 */
final class LiveSession implements SessionItems {
    /** How many replies are remembered, for clients that name the reply that they continue. */
    private static final int MAX_RESPONSES = 1024;

    /** How many hashes of system blocks and tools are remembered; agents have a few dozen. */
    private static final int MAX_PARTS = 4096;

    /** How many turns in progress are remembered. A turn that never ends is forgotten after this many others. */
    private static final int MAX_OPEN = 1024;

    /** The approximate memory of one id. An item has four or five. */
    private static final long BYTES_PER_ID = 200;

    /** An empty session uses about as much memory as this number of ids. */
    private static final int OVERHEAD_IDS = 8;

    private final Set<Hash> nodes = new HashSet<>();
    private final Set<Hash> items = new HashSet<>();
    private final Set<Hash> sources = new HashSet<>();

    /** The items that are commands which Throughline answered. */
    private final Set<Hash> commands = new HashSet<>();

    /** The items with which Throughline answered commands. */
    private final Set<Hash> commandAnswers = new HashSet<>();

    /** The last nodes of answers that the client did not get, by the node that they follow, oldest first. */
    private final LinkedHashMap<Hash, Hash> withheld = new LinkedHashMap<>();

    /** The last item that was said before the session, of what its client still sends. */
    private Optional<Hash> beforeReset = Optional.empty();

    /** The items of the nodes that were added since the last turn, by their nodes. */
    private final Map<Hash, Hash> newItems = new HashMap<>();

    /** The hash of the tools of each head. */
    private final Map<Hash, Hash> heads = new HashMap<>();

    private final Map<HashValue128, Hash> parts = new HashMap<>();
    private final Map<TurnId, Entry.TurnOpened> openTurns = new LinkedHashMap<>();
    private final Map<String, Hash> responses = new LinkedHashMap<>();

    /**
     * The path of the newest conversation request, element by element: the next request usually begins with the same
     * elements.
     */
    private final List<RecordedTurn.Step> path = new ArrayList<>();

    private final EditLog edits;
    private @Nullable Receipt pendingEdits;
    private Optional<ParsedHistory> parsed = Optional.empty();
    private SessionProgress progress = SessionProgress.NONE;
    private ManualCompaction manualCompaction = ManualCompaction.NONE;

    /** The newest imported turn. It changes where the conversation ends, and nothing else. */
    private Optional<TurnId> imported = Optional.empty();

    private long sequence;
    private Hash leaf = Entry.ROOT;
    private boolean hasTools;

    /** An empty session. */
    LiveSession() {
        edits = new EditLog();
    }

    private LiveSession(LiveSession other) {
        nodes.addAll(other.nodes);
        items.addAll(other.items);
        sources.addAll(other.sources);
        commands.addAll(other.commands);
        commandAnswers.addAll(other.commandAnswers);
        withheld.putAll(other.withheld);
        beforeReset = other.beforeReset;
        newItems.putAll(other.newItems);
        heads.putAll(other.heads);
        parts.putAll(other.parts);
        openTurns.putAll(other.openTurns);
        responses.putAll(other.responses);
        path.addAll(other.path);
        edits = other.edits.where(_ -> true);
        progress = other.progress;
        manualCompaction = other.manualCompaction;
        sequence = other.sequence;
        leaf = other.leaf;
        imported = other.imported;
        hasTools = other.hasTools;
    }

    /** A copy of the session without its parsed request, which may be used only under the lease. */
    LiveSession copy() {
        return new LiveSession(this);
    }

    /** Updates the session by its next entry. */
    void accept(ArchivedEntry archived) {
        sequence = archived.sequence();
        switch (archived.entry()) {
            case Entry.Source source -> sources.add(source.id());
            case Entry.Node node -> {
                nodes.add(node.id());
                items.add(node.item());
                newItems.put(node.id(), node.item());
            }
            case Entry.Head head -> {
                heads.put(head.id(), Hash.of(head.tools().toString()));
                hasTools |= !head.tools().isEmpty();
            }
            case Entry.TurnOpened turn -> opened(turn);
            case Entry.TurnClosed turn -> closed(turn);
            case Entry.Edited edited -> {
                edited.edits().forEach(edits::accept);
                progress = progress.after(edited);
                manualCompaction = manualCompaction.after(edited);
            }
            case Entry.CompactionRequested request -> manualCompaction = manualCompaction.after(request);
            case Entry.HelperCall help -> progress = progress.after(help);
            case Entry.Link link -> {
                switch (link.reason()) {
                    case WITHHELD -> withheld.putLast(link.newer(), link.older());
                    case RESET -> beforeReset = Optional.of(link.older());
                    case CLIENT_COMPACTION, HELD -> {}
                }
            }
            case Entry.OriginNamed _, Entry.Imported _ -> {}
        }
    }

    private void opened(Entry.TurnOpened turn) {
        if (turn.purpose() == Purpose.CONVERSATION) {
            leaf = turn.leaf();
            progress = progress.after(turn);
            putLimited(openTurns, turn.id(), turn, MAX_OPEN);
        } else if (turn.purpose() == Purpose.IMPORTED) {
            leaf = turn.leaf();
            imported = Optional.of(turn.id());
        } else if (turn.purpose() == Purpose.COMMAND) {
            // The nodes of a request precede its turn. If the node is not new, it is a known command.
            Optional.ofNullable(newItems.get(turn.leaf())).ifPresent(commands::add);
            putLimited(openTurns, turn.id(), turn, MAX_OPEN);
        }
        newItems.clear();
    }

    private void closed(Entry.TurnClosed turn) {
        Entry.TurnOpened request = openTurns.remove(turn.id());
        if (request != null && request.purpose() == Purpose.COMMAND) {
            Optional.ofNullable(newItems.get(turn.leaf())).ifPresent(commandAnswers::add);
        } else if (request != null) {
            leaf = turn.leaf();
            progress = progress.after(request, turn);
        } else if (imported.equals(Optional.of(turn.id()))) {
            leaf = turn.leaf();
        }
        turn.responseId().ifPresent(id -> putLimited(responses, id, turn.leaf(), MAX_RESPONSES));
    }

    private static <K, V> void putLimited(Map<K, V> map, K key, V value, int limit) {
        map.put(key, value);
        if (map.size() > limit) {
            map.remove(map.keySet().iterator().next());
        }
    }

    /** The approximate memory of this session in bytes. */
    long bytes() {
        int ids = nodes.size()
                + items.size()
                + sources.size()
                + heads.size()
                + parts.size()
                + openTurns.size()
                + responses.size()
                + path.size();
        return BYTES_PER_ID * (ids + OVERHEAD_IDS)
                + parsed.map(ParsedHistory::bytes).orElse(0L);
    }

    long sequence() {
        return sequence;
    }

    /** The last node of the newest conversation turn. */
    Hash leaf() {
        return leaf;
    }

    @Override
    public boolean hasConversation() {
        return !leaf.equals(Entry.ROOT);
    }

    boolean hasTools() {
        return hasTools;
    }

    @Override
    public boolean hasNode(Hash id) {
        return nodes.contains(id);
    }

    @Override
    public boolean hasItem(Hash id) {
        return items.contains(id);
    }

    @Override
    public boolean hasCommands() {
        return !commands.isEmpty();
    }

    @Override
    public boolean isCommand(Hash item) {
        return commands.contains(item);
    }

    @Override
    public boolean isCommandAnswer(Hash item) {
        return commandAnswers.contains(item);
    }

    @Override
    public Optional<Hash> beforeReset() {
        return beforeReset;
    }

    @Override
    public Map<Hash, Hash> withheld() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(withheld));
    }

    @Override
    public boolean hasSource(Hash id) {
        return sources.contains(id);
    }

    boolean hasHead(Hash id) {
        return heads.containsKey(id);
    }

    Optional<Hash> leafOf(String responseId) {
        return Optional.ofNullable(responses.get(responseId));
    }

    /** The hash of a system block or a tool. It is computed only if it is not cached by the fingerprint. */
    Hash partHash(HashValue128 fingerprint, Bytes raw) {
        if (parts.size() >= MAX_PARTS) {
            parts.clear();
        }
        return parts.computeIfAbsent(fingerprint, _ -> raw.hash());
    }

    EditLog edits() {
        return edits;
    }

    /** Sets the receipt of edits that were just appended. */
    void setPendingEdits(Receipt receipt) {
        pendingEdits = receipt;
    }

    /** The receipt of the newest edits; empty if all edits are durable. */
    Optional<Receipt> pendingEdits() {
        Receipt newest = pendingEdits;
        if (newest != null && newest.durable().isDone() && !newest.durable().isCompletedExceptionally()) {
            pendingEdits = null;
        }
        return Optional.ofNullable(pendingEdits);
    }

    /** Whether a turn in progress has the same model and tools as the newest request that the provider accepted. */
    boolean isLikeAccepted(TurnId turn) {
        Entry.TurnOpened request = openTurns.get(turn);
        return request != null
                && progress.accepted()
                        .filter(accepted -> accepted.model().equals(request.model())
                                && accepted.head()
                                        .map(heads::get)
                                        .equals(request.head().map(heads::get)))
                        .isPresent();
    }

    /** The newest request of the conversation as it was parsed; empty if that is not in memory. */
    Optional<ParsedHistory> parsed() {
        return parsed;
    }

    void setParsed(ParsedHistory newest) {
        parsed = Optional.of(newest);
    }

    SessionProgress progress() {
        return progress;
    }

    ManualCompaction manualCompaction() {
        return manualCompaction;
    }

    /** The path of the newest conversation request; only {@link #replacePath} changes it. */
    List<RecordedTurn.Step> path() {
        return path;
    }

    /** Whether the element at this index of the path has exactly these bytes. */
    boolean isOnPath(int index, HashValue128 fingerprint) {
        return index < path.size() && path.get(index).fingerprint().equals(fingerprint);
    }

    /** Replaces all steps of the path after the first {@code shared}. */
    void replacePath(int shared, List<RecordedTurn.Step> newSteps) {
        path.subList(shared, path.size()).clear();
        path.addAll(newSteps);
    }
}

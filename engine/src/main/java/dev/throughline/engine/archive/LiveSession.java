package dev.throughline.engine.archive;

import com.dynatrace.hash4j.hashing.HashValue128;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.TurnId;
import dev.throughline.workingset.edit.EditLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session without asking the store: the names of what it holds, and its newest request as it was
 * parsed. This is the only cache of a session on the path of a turn.
 *
 * <p>It is a fold over the session's entries: {@link #accept} is called with each of them in order, whether they were
 * just appended or are read again after a restart, and both lead to the same state. Not safe for use by many threads;
 * its session's lease guards it.
 */
final class LiveSession {
    /** Replies that a client may still name as the one it goes on from. */
    private static final int MOST_RESPONSES = 1024;

    /** System blocks and tools whose hash is remembered; agents have a few dozen. */
    private static final int MOST_PARTS = 4096;

    /** Turns whose answer is awaited; one that never came is forgotten after so many others. */
    private static final int MOST_OPEN = 1024;

    /** About what one name takes. An item has four or five. */
    private static final long BYTES_PER_NAME = 200;

    /** A session without a single name takes about as much as so many. */
    private static final int OVERHEAD = 8;

    private final Set<Hash> nodes = new HashSet<>();
    private final Set<Hash> items = new HashSet<>();
    private final Set<Hash> sources = new HashSet<>();

    /** The tools of each head, as one hash. */
    private final Map<Hash, Hash> heads = new HashMap<>();

    private final Map<HashValue128, Hash> parts = new HashMap<>();
    private final Map<TurnId, Entry.TurnOpened> openConversation = new LinkedHashMap<>();
    private final Map<String, Hash> responses = new LinkedHashMap<>();
    /** The path that the newest request took, element by element: the next request begins with the same elements. */
    private final List<RecordedTurn.Step> path = new ArrayList<>();

    private final EditLog edits;
    private @Nullable Receipt edited;
    private Optional<ParsedHistory> parsed = Optional.empty();
    private SessionProgress progress = SessionProgress.NONE;
    private long sequence;
    private Hash leaf = Entry.ROOT;
    private boolean hasTools;

    /** A session of which nothing is known. */
    LiveSession() {
        edits = new EditLog();
    }

    private LiveSession(LiveSession other) {
        nodes.addAll(other.nodes);
        items.addAll(other.items);
        sources.addAll(other.sources);
        heads.putAll(other.heads);
        parts.putAll(other.parts);
        openConversation.putAll(other.openConversation);
        responses.putAll(other.responses);
        path.addAll(other.path);
        edits = other.edits.where(_ -> true);
        progress = other.progress;
        sequence = other.sequence;
        leaf = other.leaf;
        hasTools = other.hasTools;
    }

    /** The same session, as it is now, without its parsed request: that is guarded by the lease. */
    LiveSession copy() {
        return new LiveSession(this);
    }

    /** Takes the next entry of the session. */
    void accept(ArchivedEntry kept) {
        sequence = kept.sequence();
        switch (kept.entry()) {
            case Entry.Source source -> sources.add(source.id());
            case Entry.Node node -> {
                nodes.add(node.id());
                items.add(node.item());
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
            }
            case Entry.Helped help -> progress = progress.after(help);
            case Entry.Link _ -> {}
        }
    }

    private void opened(Entry.TurnOpened turn) {
        if (turn.purpose() == Purpose.CONVERSATION) {
            leaf = turn.leaf();
            progress = progress.after(turn);
            openConversation.put(turn.id(), turn);
            if (openConversation.size() > MOST_OPEN) {
                openConversation.remove(openConversation.keySet().iterator().next());
            }
        }
    }

    private void closed(Entry.TurnClosed turn) {
        Entry.TurnOpened request = openConversation.remove(turn.id());
        if (request != null) {
            leaf = turn.leaf();
            progress = progress.after(request, turn);
        }
        turn.responseId().ifPresent(id -> {
            responses.put(id, turn.leaf());
            if (responses.size() > MOST_RESPONSES) {
                responses.remove(responses.keySet().iterator().next());
            }
        });
    }

    /** About how many bytes of memory it takes. */
    long bytes() {
        int names = nodes.size()
                + items.size()
                + sources.size()
                + heads.size()
                + parts.size()
                + openConversation.size()
                + responses.size()
                + path.size();
        return BYTES_PER_NAME * (names + OVERHEAD)
                + parsed.map(ParsedHistory::bytes).orElse(0L);
    }

    long sequence() {
        return sequence;
    }

    /** The last node of the newest conversation turn. */
    Hash leaf() {
        return leaf;
    }

    boolean hasConversation() {
        return !leaf.equals(Entry.ROOT);
    }

    boolean hasTools() {
        return hasTools;
    }

    boolean hasNode(Hash id) {
        return nodes.contains(id);
    }

    boolean hasItem(Hash id) {
        return items.contains(id);
    }

    boolean hasSource(Hash id) {
        return sources.contains(id);
    }

    boolean hasHead(Hash id) {
        return heads.containsKey(id);
    }

    Optional<Hash> leafOf(String responseId) {
        return Optional.ofNullable(responses.get(responseId));
    }

    /** The hash of a system block or tool that was seen before; computed when it was not. */
    Hash partNamed(HashValue128 fingerprint, Bytes raw) {
        if (parts.size() >= MOST_PARTS) {
            parts.clear();
        }
        return parts.computeIfAbsent(fingerprint, _ -> raw.hash());
    }

    EditLog edits() {
        return edits;
    }

    /** Edits were just appended: they are known here before they are safe. */
    void edited(Receipt receipt) {
        edited = receipt;
    }

    /** When the edits that are known here are safe; nothing if they all are. */
    Optional<Receipt> unsureEdits() {
        Receipt newest = edited;
        if (newest != null && newest.durable().isDone() && !newest.durable().isCompletedExceptionally()) {
            edited = null;
        }
        return Optional.ofNullable(edited);
    }

    /** Whether a request under way has the model and the tools of the newest one that the provider took. */
    boolean isLikeTaken(TurnId turn) {
        Entry.TurnOpened request = openConversation.get(turn);
        return request != null
                && progress.taken()
                        .filter(taken -> taken.model().equals(request.model())
                                && taken.head()
                                        .map(heads::get)
                                        .equals(request.head().map(heads::get)))
                        .isPresent();
    }

    /** The newest request of the conversation as it was last parsed, if it was since this session was read. */
    Optional<ParsedHistory> parsed() {
        return parsed;
    }

    void keep(ParsedHistory newest) {
        parsed = Optional.of(newest);
    }

    SessionProgress progress() {
        return progress;
    }

    /** The path that the newest request took; not to be changed but by {@link #follow}. */
    List<RecordedTurn.Step> path() {
        return path;
    }

    /** Whether the element at this place of the path has exactly these bytes. */
    boolean isOnPath(int index, HashValue128 fingerprint) {
        return index < path.size() && path.get(index).fingerprint().equals(fingerprint);
    }

    /** Keeps the first steps of the path and goes on with others. */
    void follow(int kept, List<RecordedTurn.Step> others) {
        path.subList(kept, path.size()).clear();
        path.addAll(others);
    }
}

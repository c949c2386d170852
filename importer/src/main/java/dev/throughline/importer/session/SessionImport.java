package dev.throughline.importer.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.importer.format.TranscriptLine.LineContent;
import dev.throughline.importer.format.TranscriptSession;
import dev.throughline.importer.session.ImportedTurn.HistorySize;
import dev.throughline.importer.session.ImportedTurn.TurnPart;
import dev.throughline.importer.session.SessionNodes.ConversationEnd;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Item;
import dev.throughline.wire.dialects.Dialects;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds the lines of one file that belong to one session. The lines are added in portions: {@link #append} adds those
 * since the last call, all or none, while the session's lease is held. Used by one thread.
 */
public final class SessionImport {
    private final ArchiveAccess archive;
    private final TranscriptSession name;
    private final SessionNodes nodes = new SessionNodes();
    private final LinePositions positions = new LinePositions();
    private final List<FileLine> waiting = new ArrayList<>();
    private Optional<SessionCard> card;
    private final Optional<SessionId> replaced;
    private @Nullable ImportedTurn turn;
    private String model = "";
    private Optional<FileLine> newest = Optional.empty();
    private Optional<Hash> newestSource = Optional.empty();

    /** The end of the conversation before the import, and the end of the newest turn that was added. */
    private final ConversationEnd endBefore;

    private final String modelBefore;
    private Hash endNow;
    private long waitingBytes;
    private long added;

    /**
     * @param card the session; empty if it is to be opened when the first lines are appended
     * @param replaced the session that has the key and that the new one replaces
     */
    SessionImport(
            ArchiveAccess archive, TranscriptSession name, Optional<SessionCard> card, Optional<SessionId> replaced) {
        this.archive = archive;
        this.name = name;
        this.card = card;
        this.replaced = replaced;
        card.ifPresent(found -> nodes.readNew(archive.store(), found.ref()));
        this.endBefore = nodes.end();
        this.endNow = endBefore.node();
        this.modelBefore = card.map(SessionCard::model).orElse("");
    }

    public SessionKey key() {
        return name.key();
    }

    /** The session; empty if it is new and nothing was appended yet. */
    public Optional<SessionCard> card() {
        return card.flatMap(found -> archive.store().find(found.ref()));
    }

    /** How many items were added. */
    public long added() {
        return added;
    }

    /** The size of the lines that are not appended yet. */
    public long waitingBytes() {
        return waitingBytes;
    }

    public void add(FileLine line) {
        waiting.add(line);
        waitingBytes += line.bytes().length();
    }

    /** Appends the lines since the last call. */
    public void append() {
        if (waiting.isEmpty()) {
            return;
        }
        if (archive.isDryRun()) {
            entries();
        } else {
            card = card.or(this::open);
            card.ifPresent(found -> {
                addOwnKey(found);
                append(found, this::entries);
            });
        }
        waiting.clear();
        waitingBytes = 0;
    }

    /** Appends entries that are created while the lease is held. The disk is waited for without the lease. */
    private void append(SessionCard opened, Supplier<List<Entry>> created) {
        Optional<Receipt> receipt = Optional.empty();
        try (Store.Lease lease = archive.store().lease(opened.ref(), ArchiveAccess.LEASE_WAIT)) {
            nodes.readNew(archive.store(), opened.ref());
            List<Entry> entries = created.get();
            if (!entries.isEmpty()) {
                receipt = Optional.of(archive.store().append(lease, entries));
                nodes.appended(entries, receipt.get().lastSequence());
            }
        }
        receipt.ifPresent(archive::awaitWritten);
    }

    /** Opens the session, unless the waiting lines have no items. */
    private Optional<SessionCard> open() {
        if (waiting.stream().allMatch(line -> line.line().content().items().isEmpty())) {
            return Optional.empty();
        }
        Instant at = waiting.getFirst().at();
        Optional<SessionId> parent = name.parent()
                .map(key -> archive.store()
                        .open(
                                Tenant.LOCAL,
                                key,
                                () -> new Store.Opening(id(key, at), Optional.empty(), name.client(), at))
                        .ref()
                        .id());
        Store.Opening opening =
                new Store.Opening(id(name.key(), at), parent, name.client(), at, name.origin(), replaced);
        return Optional.of(replaced.map(former -> archive.store().replace(Tenant.LOCAL, name.key(), former, opening))
                .orElseGet(() -> archive.store().open(Tenant.LOCAL, name.key(), () -> opening)));
    }

    private SessionId id(SessionKey key, Instant at) {
        return archive.ids().session(at, key);
    }

    /** The session of this file is found by this key when its first key has moved on. */
    private void addOwnKey(SessionCard session) {
        name.ownKey()
                .ifPresent(own ->
                        archive.store().addKey(Tenant.LOCAL, own, session.ref().id()));
    }

    /** The entries for the waiting lines. */
    private List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        for (FileLine line : waiting) {
            place(line, entries);
            newest = Optional.of(line);
        }
        close(entries);
        return entries;
    }

    private void place(FileLine line, List<Entry> entries) {
        LineContent content = line.line().content();
        Hash start = positions.before(line.line().place());
        model = content.model().orElse(model);
        if (content.items().isEmpty()) {
            positions.add(line.line().place(), start);
            ImportedTurn open = turn;
            if (open != null) {
                content.usage().ifPresent(open::addUsage);
            }
            if (!content.isSetting()) {
                return;
            }
        }
        boolean isReply = content.items().stream().anyMatch(item -> isAnswer(item.kind()));
        ImportedTurn current = turnFor(line, start, isReply, entries);
        TurnPart part = part(line, start, isReply, current);
        positions.add(line.line().place(), part.leaf());
        current.add(part);
        added += part.fresh();
    }

    /** The open turn if a line belongs to it, or else a new one. */
    private ImportedTurn turnFor(FileLine line, Hash start, boolean isReply, List<Entry> entries) {
        ImportedTurn open = turn;
        if (open != null && open.leaf().equals(start) && (isReply || !open.hasReply())) {
            return open;
        }
        close(entries);
        ImportedTurn opened = new ImportedTurn(archive.ids().turn(line.at()), name.client(), start);
        turn = opened;
        return opened;
    }

    private static boolean isAnswer(ItemKind kind) {
        return switch (kind) {
            case ASSISTANT, REASONING, TOOL_CALL -> true;
            case SYSTEM, USER, TOOL_RESULT, OTHER -> false;
        };
    }

    /** The new entries of a line: its source, its nodes, and their origin. */
    private TurnPart part(FileLine line, Hash start, boolean isReply, ImportedTurn current) {
        LineContent content = line.line().content();
        Hash source = line.bytes().hash();
        List<Entry.Node> fresh = new ArrayList<>();
        Hash leaf = start;
        boolean isUserMessage = false;
        for (Item item : content.items()) {
            Optional<Hash> known = nodes.next(leaf, item.id());
            if (known.isEmpty()) {
                Entry.Node node = node(item, leaf, source, line, current);
                nodes.add(node);
                fresh.add(node);
                isUserMessage |= archive.isUserMessage(Dialects.of(content.dialect()), line.bytes(), item);
            }
            leaf = known.orElseGet(() -> fresh.getLast().id());
        }
        List<Entry> entries = new ArrayList<>();
        boolean isNewSetting = content.isSetting() && !nodes.hasSource(source);
        if (!fresh.isEmpty() || isNewSetting) {
            if (!nodes.hasSource(source)) {
                entries.add(new Entry.Source(source, line.bytes().compact()));
            }
            entries.addAll(fresh);
            List<Hash> ids = fresh.stream().map(Entry.Node::id).toList();
            entries.add(new Entry.Imported(ids, source, line.file(), line.number()));
            newestSource = Optional.of(source);
        }
        if (!fresh.isEmpty()) {
            Hash newer = leaf;
            positions
                    .replaced(line.line().place())
                    .map(older -> new Entry.Link(newer, older, Entry.Link.Reason.CLIENT_COMPACTION, current.id()))
                    .ifPresent(entries::add);
        }
        return new TurnPart(line, isReply, entries, leaf, fresh.size(), isUserMessage);
    }

    private static Entry.Node node(Item item, Hash parent, Hash source, FileLine line, ImportedTurn current) {
        return new Entry.Node(
                Hash.node(parent, item.id()),
                parent,
                item.id(),
                item.kind(),
                item.role(),
                item.tool(),
                item.call(),
                source,
                item.raw(),
                Dialects.of(line.line().content().dialect())
                        .profile()
                        .tokens(item.raw().length()),
                current.id(),
                line.at());
    }

    /** Ends the open turn. */
    private void close(List<Entry> entries) {
        ImportedTurn open = turn;
        turn = null;
        if (open == null) {
            return;
        }
        List<Entry> closed = open.entries(model, size(open.requestLeaf()));
        if (!closed.isEmpty()) {
            entries.addAll(closed);
            endNow = open.leaf();
        }
    }

    private HistorySize size(Hash leaf) {
        return new HistorySize(nodes.items(leaf), nodes.tokens(leaf));
    }

    /**
     * Appends the waiting lines, and makes the end of the file the end of the conversation. They differ if the last
     * lines were recorded already. A conversation that was recorded beyond the end of the file stays as long as it is,
     * and one that is newer than the file and does not lead to its end stays as it is.
     */
    public void finish() {
        append();
        if (added == 0 || newest.isEmpty() || newestSource.isEmpty() || archive.isDryRun() || card.isEmpty()) {
            return;
        }
        FileLine line = newest.get();
        Hash end = name.end().flatMap(positions::of).orElseGet(positions::newest);
        boolean isKept = isKept(end, line.at());
        Hash wanted = isKept ? endBefore.node() : end;
        if (wanted.equals(endNow) || wanted.equals(Entry.ROOT)) {
            return;
        }
        Instant at = isKept ? endBefore.at() : line.at();
        String named = isKept ? modelBefore : model;
        ImportedTurn last = new ImportedTurn(archive.ids().turn(at), name.client(), wanted);
        append(card.get(), () -> last.returning(line, at, named, size(wanted), newestSource.get()));
    }

    /** Whether the conversation ends where it ended before, although the file ends at another node. */
    private boolean isKept(Hash end, Instant endOfFile) {
        Hash before = endBefore.node();
        if (before.equals(end) || before.equals(Entry.ROOT)) {
            return false;
        }
        boolean isLonger = nodes.isOnPath(end, before);
        boolean isNewer = endBefore.at().isAfter(endOfFile) && !nodes.isOnPath(before, end);
        return isLonger || isNewer;
    }
}

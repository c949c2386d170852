package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.edit.CompactionRequests;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.metadata.MetadataNotes;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.workingset.price.PriceTable;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Reads a store that is open in this process. Closing the catalog does not close the store. */
public final class StoreSessionCatalog implements SessionCatalog {
    private final Store store;
    private final PriceTable prices;
    private final SessionDigests digests;
    private final MetadataNotes metadata;
    private final BiFunction<SessionCard, String, PlannedCompaction> compactions;
    private final SessionChanges changes;

    /** A catalog of a store that no gateway uses. */
    public StoreSessionCatalog(Store store, PriceTable prices, ScaffoldFilter scaffoldFilter) {
        this(
                store,
                prices,
                scaffoldFilter,
                (card, keep) ->
                        new CompactionRequests(store, Optional.empty(), Clock.systemUTC()).request(card, "cli", keep),
                new SessionChanges(
                        store,
                        new SessionLifecycle(store, new Ids(new SecureRandom()), ResetListener.NONE),
                        (_, deletion) -> deletion.run(),
                        Clock.systemUTC()));
    }

    /**
     * A catalog of a store.
     *
     * @param compactions requests a compaction of a session, with what to keep
     * @param changes resets and deletes sessions
     */
    public StoreSessionCatalog(
            Store store,
            PriceTable prices,
            ScaffoldFilter scaffoldFilter,
            BiFunction<SessionCard, String, PlannedCompaction> compactions,
            SessionChanges changes) {
        this.store = store;
        this.changes = changes;
        this.compactions = compactions;
        this.digests = new SessionDigests(store, prices, scaffoldFilter);
        this.prices = prices;
        this.metadata = new MetadataNotes(store.notes());
    }

    @Override
    public StorePage<SessionCard> sessions(Optional<String> after, int limit) {
        return store.sessions(Tenant.LOCAL, after, limit);
    }

    @Override
    public List<SessionOutline> outlines(int limit) {
        return listed(limit).stream()
                .map(card -> SessionOutline.of(card, digests.of(card), metadata.read(card.ref())))
                .toList();
    }

    @Override
    public Optional<SessionCard> session(SessionId id) {
        return store.find(ref(id));
    }

    /** Skips pages that contain only sources, because an empty page would look like the end. */
    @Override
    public StorePage<ArchivedEntry> entries(SessionId id, long after, int limit) {
        long from = after;
        while (true) {
            StorePage<ArchivedEntry> page = store.entries(ref(id), from, limit);
            List<ArchivedEntry> shown = page.items().stream()
                    .filter(archived -> !(archived.entry() instanceof Entry.Source))
                    .toList();
            if (page.next().isEmpty() || page.items().isEmpty()) {
                return new StorePage<>(shown, Optional.empty());
            }
            from = page.items().getLast().sequence();
            if (!shown.isEmpty()) {
                return new StorePage<>(shown, Optional.of(Long.toString(from)));
            }
        }
    }

    @Override
    public Optional<Bytes> source(SessionId id, Hash source) {
        return store.source(ref(id), source);
    }

    @Override
    public Optional<WorkingSetView> workingSet(SessionId id) {
        return WorkingSetReconstruction.of(recall(id), source -> source(id, source));
    }

    @Override
    public Decisions decisions(SessionId id) {
        return Decisions.of(recall(id), prices);
    }

    @Override
    public Optional<SessionMetadata> metadata(SessionId id) {
        return metadata.read(ref(id));
    }

    @Override
    public Optional<String> note(SessionId id, NoteKind note) {
        return store.notes().read(ref(id), note);
    }

    @Override
    public void replaceNote(SessionId id, NoteKind note, String text) {
        store.notes().write(ref(id), note, text);
    }

    @Override
    public PlannedCompaction compact(SessionCard card, String keep) {
        return compactions.apply(card, keep);
    }

    @Override
    public Optional<SessionCard> withKey(SessionKey key) {
        return store.find(Tenant.LOCAL, key);
    }

    @Override
    public SessionCard reset(SessionCard card) {
        return changes.reset(card);
    }

    @Override
    public SessionCard undoReset(SessionCard card) {
        return changes.undoReset(card);
    }

    @Override
    public boolean delete(SessionCard card) {
        return changes.delete(card);
    }

    @Override
    public List<SessionCard> prune(PruneRequest request) {
        return changes.prune(request);
    }

    @Override
    public RunSummary run(UUID run) {
        return RunSummary.of(this, run, prices);
    }

    @Override
    public void close() {}

    private static SessionRef ref(SessionId id) {
        return new SessionRef(Tenant.LOCAL, id);
    }
}

package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.workingset.price.PriceTable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a store that is open in this process. Closing the catalog does not close the store. */
public final class StoreSessionCatalog implements SessionCatalog {
    private final Store store;
    private final PriceTable prices;
    private final SessionDigests digests;

    public StoreSessionCatalog(Store store, PriceTable prices, ScaffoldFilter scaffoldFilter) {
        this.store = store;
        this.digests = new SessionDigests(store, prices, scaffoldFilter);
        this.prices = prices;
    }

    @Override
    public StorePage<SessionCard> sessions(Optional<String> after, int limit) {
        return store.sessions(Tenant.LOCAL, after, limit);
    }

    @Override
    public List<SessionOutline> outlines(int limit) {
        return listed(limit).stream()
                .map(card -> SessionOutline.of(card, digests.of(card)))
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
    public Optional<String> note(SessionId id, NoteKind note) {
        return store.notes().read(ref(id), note);
    }

    @Override
    public void replaceNote(SessionId id, NoteKind note, String text) {
        store.notes().write(ref(id), note, text);
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

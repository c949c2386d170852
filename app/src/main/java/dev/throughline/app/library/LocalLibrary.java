package dev.throughline.app.library;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Page;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.state.Note;
import dev.throughline.memory.said.OwnWords;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.Wires;
import dev.throughline.workingset.price.PriceTable;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads a store that is open in this process. */
final class LocalLibrary implements Library {
    private final Store store;
    private final PriceTable prices;
    private final Digests digests;

    LocalLibrary(Store store, PriceTable prices, OwnWords words) {
        this.store = store;
        this.digests = new Digests(store, prices, words);
        this.prices = prices;
    }

    @Override
    public Page<SessionCard> sessions(Optional<String> after, int limit) {
        return store.sessions(Tenant.LOCAL, after, limit);
    }

    @Override
    public List<Outline> outlines(int limit) {
        return listed(limit).stream()
                .map(card -> Outline.of(card, digests.of(card)))
                .toList();
    }

    @Override
    public Optional<SessionCard> session(SessionId id) {
        return store.find(ref(id));
    }

    /** A page of nothing but sources would look like the end, so it reads on until there is something to show. */
    @Override
    public Page<Kept> entries(SessionId id, long after, int limit) {
        long from = after;
        while (true) {
            Page<Kept> page = store.entries(ref(id), from, limit);
            List<Kept> told = page.items().stream()
                    .filter(kept -> !(kept.entry() instanceof Entry.Source))
                    .toList();
            if (page.next().isEmpty() || page.items().isEmpty()) {
                return new Page<>(told, Optional.empty());
            }
            from = page.items().getLast().sequence();
            if (!told.isEmpty()) {
                return new Page<>(told, Optional.of(Long.toString(from)));
            }
        }
    }

    @Override
    public Optional<Bytes> source(SessionId id, Hash source) {
        return store.source(ref(id), source);
    }

    @Override
    public Optional<WorkingView> workingSet(SessionId id) {
        return Survey.of(recall(id, Wires::of), source -> source(id, source));
    }

    @Override
    public Decisions decisions(SessionId id) {
        return Decisions.of(recall(id, Wires::of), prices);
    }

    @Override
    public Optional<String> note(SessionId id, Note note) {
        return store.notes().read(ref(id), note);
    }

    @Override
    public void keepNote(SessionId id, Note note, String text) {
        store.notes().write(ref(id), note, text);
    }

    @Override
    public RunSummary run(UUID run) {
        return RunSummary.of(this, run, prices);
    }

    @Override
    public Optional<StatusJson.Status> status() {
        return Optional.empty();
    }

    @Override
    public void close() {
        // The store belongs to whoever opened it.
    }

    private static SessionRef ref(SessionId id) {
        return new SessionRef(Tenant.LOCAL, id);
    }
}

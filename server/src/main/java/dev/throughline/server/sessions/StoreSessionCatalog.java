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
import dev.throughline.memory.metadata.MetadataNotes;
import dev.throughline.memory.metadata.SessionDirectory;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads a store that is open in this process. Closing the catalog does not close the store. */
public final class StoreSessionCatalog implements SessionCatalog {
    private final Store store;
    private final CatalogSettings settings;
    private final SessionDirectory directory;
    private final SessionDigests digests;
    private final MetadataNotes metadata;
    private final BiFunction<SessionCard, String, PlannedCompaction> compactions;
    private final SessionChanges changes;

    /** A catalog of a store that no gateway uses. */
    public StoreSessionCatalog(Store store, CatalogSettings settings) {
        this(
                store,
                settings,
                directoryOf(store),
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
     * @param directory finds sessions by name
     * @param compactions requests a compaction of a session, with what to keep
     * @param changes resets and deletes sessions
     */
    public StoreSessionCatalog(
            Store store,
            CatalogSettings settings,
            SessionDirectory directory,
            BiFunction<SessionCard, String, PlannedCompaction> compactions,
            SessionChanges changes) {
        this.store = store;
        this.settings = settings;
        this.directory = directory;
        this.changes = changes;
        this.compactions = compactions;
        this.digests = new SessionDigests(store, settings.prices(), settings.scaffoldFilter());
        this.metadata = new MetadataNotes(store.notes());
    }

    /** A directory for a store without memory, where nothing names sessions: the first lookup by name reads it. */
    public static SessionDirectory directoryOf(Store store) {
        return new SessionDirectory(store, new MetadataNotes(store.notes()), Tenant.LOCAL);
    }

    @Override
    public StorePage<SessionCard> sessions(Optional<String> after, int limit) {
        return store.sessions(Tenant.LOCAL, after, limit);
    }

    @Override
    public List<SessionOutline> outlines(OutlineQuery query, Predicate<SessionCard> isVisible) {
        List<SessionOutline> selected = all(MAX_PER_PAGE)
                .filter(query::selects)
                .filter(isVisible)
                .filter(card -> query.project().isEmpty()
                        || query.isInProject(digests.of(card).folder()))
                .limit(query.limit())
                .map(this::outline)
                .toList();
        ShortId ids = ShortId.among(
                selected.stream().map(each -> each.card().ref().id()).toList(),
                all(MAX_PER_PAGE)
                        .limit(MAX_SEARCHED)
                        .map(card -> card.ref().id())
                        .toList());
        return selected.stream()
                .map(each -> each.withShortId(ids.of(each.card().ref().id())))
                .toList();
    }

    private SessionOutline outline(SessionCard card) {
        boolean isReset =
                withKey(card.key()).filter(now -> !now.ref().equals(card.ref())).isPresent();
        return SessionOutline.of(
                card,
                digests.of(card),
                metadata.read(card.ref()),
                isReset,
                settings.windows().of(card.model()));
    }

    @Override
    public SessionCard named(String text, Predicate<SessionCard> isVisible) {
        return switch (directory.find(Tenant.LOCAL, text, isVisible)) {
            case SessionMatch.One one ->
                store.find(one.session().ref()).orElseThrow(() -> SessionCatalog.noneNamed(text));
            case SessionMatch.Several several ->
                throw new ProxyException(
                        ProxyException.Kind.CALLER,
                        NO_SUCH_SESSION,
                        "'" + text + "' matches " + several.sessions().size()
                                + " sessions; pass the id of one of them: "
                                + several.sessions().stream()
                                        .map(each -> each.ref().id() + " ("
                                                + each.name().orElse("no name") + ")")
                                        .collect(Collectors.joining(", ")));
            case SessionMatch.NoSession _ -> throw SessionCatalog.noneNamed(text);
        };
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
        return Decisions.of(recall(id), settings.prices());
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
        return RunSummary.of(this, run, settings.prices());
    }

    @Override
    public void close() {}

    private static SessionRef ref(SessionId id) {
        return new SessionRef(Tenant.LOCAL, id);
    }
}

package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All sessions of a tenant with their names, in memory. It is filled once, which reads the metadata of each session,
 * and then updated with each turn and each name. A lookup reads no files of sessions that it does not find. Sessions
 * that were deleted are removed when a lookup meets them. Safe for use by many threads.
 */
public final class SessionDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SessionDirectory.class);

    /** The most sessions that are found by name; the most recently changed ones are. */
    static final int MAX_SESSIONS = 100_000;

    /** The most sessions in an ambiguous result. */
    static final int MAX_CANDIDATES = 20;

    private static final int PAGE = 1_000;

    /** A lookup soon after the start waits so long for the directory, then uses what it contains. */
    private static final Duration LOOKUP_WAIT = Duration.ofSeconds(1);

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** The beginning or the end of an id. */
    private static final Pattern SHORT_ID = Pattern.compile("[0-9a-f-]{4,35}");

    private static final Comparator<ListedSession> NEWEST_FIRST =
            Comparator.comparing(ListedSession::updated).reversed();

    private final Store store;
    private final MetadataNotes notes;
    private final Tenant tenant;
    private final Map<SessionId, ListedSession> sessions = new ConcurrentHashMap<>();
    private final AtomicBoolean isLoading = new AtomicBoolean();
    private final CountDownLatch loaded = new CountDownLatch(1);

    /** The sessions with each name. Guarded by this object. */
    private final Map<String, Set<SessionId>> byName = new HashMap<>();

    public SessionDirectory(Store store, MetadataNotes notes, Tenant tenant) {
        this.store = store;
        this.notes = notes;
        this.tenant = tenant;
    }

    /** Reads all sessions, the most recently changed first. Only the first call does; others do not wait for it. */
    public void load() {
        if (!isLoading.compareAndSet(false, true)) {
            return;
        }
        try {
            cards().filter(card -> !isKnown(card)).forEach(this::read);
        } catch (ProxyException e) {
            LOG.warn("not all sessions are found by name: {}", e.getMessage());
        } finally {
            loaded.countDown();
        }
    }

    /** Waits until all sessions are read, for this time at most; returns whether they are. */
    boolean awaitLoaded(Duration time) {
        try {
            return loaded.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean isKnown(SessionCard card) {
        return sessions.containsKey(card.ref().id());
    }

    private ListedSession read(SessionCard card) {
        ListedSession read = ListedSession.of(card, notes.read(card.ref()));
        synchronized (this) {
            @Nullable ListedSession known = sessions.get(read.ref().id());
            if (known != null) {
                return known;
            }
            put(read);
            return read;
        }
    }

    /** Records a turn of a session. */
    public void observe(SessionCard card) {
        if (!card.ref().tenant().equals(tenant)) {
            return;
        }
        if (isKnown(card)) {
            sessions.computeIfPresent(card.ref().id(), (_, known) -> known.with(card));
        } else {
            var _ = read(card);
        }
    }

    /** Records the metadata of a session. */
    synchronized void put(SessionCard card, SessionMetadata metadata) {
        put(ListedSession.of(card, Optional.of(metadata)));
    }

    /** Records metadata with a name that no other session of the same agent has, and returns it. */
    synchronized SessionMetadata reserve(SessionCard card, SessionMetadata metadata) {
        String name = SessionName.unique(metadata.name(), taken -> isTaken(taken, card));
        SessionMetadata unique = metadata.named(name, metadata.nameSource());
        put(card, unique);
        return unique;
    }

    /** Records the metadata that a session had before, if new metadata could not be written. */
    synchronized void restore(SessionCard card, Optional<SessionMetadata> before) {
        put(ListedSession.of(card, before));
    }

    private void put(ListedSession session) {
        SessionId id = session.ref().id();
        @Nullable ListedSession before = sessions.put(id, session);
        if (before != null) {
            before.name().ifPresent(name -> forgetName(name, id));
        }
        session.name()
                .ifPresent(name ->
                        byName.computeIfAbsent(name, _ -> new HashSet<>()).add(id));
    }

    private void forgetName(String name, SessionId id) {
        byName.computeIfPresent(name, (_, ids) -> {
            ids.remove(id);
            return ids.isEmpty() ? null : ids;
        });
    }

    /** Removes a session that was deleted. */
    public synchronized void remove(SessionRef session) {
        @Nullable ListedSession removed = sessions.remove(session.id());
        if (removed != null) {
            removed.name().ifPresent(name -> forgetName(name, session.id()));
        }
    }

    /** Whether another session of the same agent has a name. */
    synchronized boolean isTaken(String name, SessionCard card) {
        String agent = ListedSession.agent(card);
        return byName.getOrDefault(name, Set.of()).stream()
                .filter(id -> !id.equals(card.ref().id()))
                .map(sessions::get)
                .anyMatch(other -> other != null && other.agent().equals(agent));
    }

    /** The session with this id, if it exists. */
    public Optional<ListedSession> session(SessionRef session) {
        return session.tenant().equals(tenant) ? store.find(session).map(this::listed) : Optional.empty();
    }

    private ListedSession listed(SessionCard card) {
        ListedSession known = sessions.get(card.ref().id());
        return known == null ? read(card) : known;
    }

    /** All sessions, the most recently changed first. */
    public List<ListedSession> all() {
        return sessions.values().stream().sorted(NEWEST_FIRST).toList();
    }

    /**
     * The sessions that a text names. The first of these rules that any visible session meets decides:
     *
     * <pre>
     *   the id                           0198c5a0-7b2e-7000-8000-000000000001
     *   the key                          agent:main:main
     *   the name, in any case            Parser-Work            parser-work
     *   the beginning or end of the id   0198c5a0, 00000001
     *   a similar name                   parsr work             parser-work       see {@link NameRanking}
     * </pre>
     *
     * @param isVisible selects the sessions that the caller may know about; it is asked only about sessions that fit
     */
    public SessionMatch find(Tenant caller, String text, Predicate<SessionCard> isVisible) {
        String wanted = text.strip();
        if (!caller.equals(tenant) || wanted.isEmpty()) {
            return new SessionMatch.NoSession();
        }
        Optional<SessionCard> exact = byId(wanted).or(() -> byKey(wanted)).filter(isVisible);
        if (exact.isPresent()) {
            return new SessionMatch.One(listed(exact.get()));
        }
        load();
        var _ = awaitLoaded(LOOKUP_WAIT);
        List<ListedSession> found = named(wanted, isVisible);
        if (found.isEmpty() && SHORT_ID.matcher(wanted).matches()) {
            found = withShortId(wanted, isVisible);
        }
        return SessionMatch.of(found.isEmpty() ? similar(wanted, isVisible) : found);
    }

    private Optional<SessionCard> byId(String text) {
        return ID.matcher(text).matches() ? store.find(new SessionRef(tenant, SessionId.of(text))) : Optional.empty();
    }

    private Optional<SessionCard> byKey(String text) {
        return text.codePointCount(0, text.length()) > SessionKey.MAX_LENGTH
                ? Optional.empty()
                : store.find(tenant, new SessionKey(text));
    }

    private synchronized Stream<ListedSession> byName(String text) {
        // Copied, because another thread may change the set.
        return List.copyOf(byName.getOrDefault(SessionName.normalised(text), Set.of())).stream()
                .flatMap(id -> Optional.ofNullable(sessions.get(id)).stream());
    }

    private List<ListedSession> named(String text, Predicate<SessionCard> isVisible) {
        return byName(text)
                .sorted(NEWEST_FIRST)
                .filter(each -> isVisible(each, isVisible))
                .limit(MAX_CANDIDATES)
                .toList();
    }

    /** Looks in the store, because a session whose first turn is in progress or failed is not in the directory. */
    private List<ListedSession> withShortId(String text, Predicate<SessionCard> isVisible) {
        return cards().filter(card -> hasShortId(card.ref().id().toString(), text))
                .filter(isVisible)
                .limit(MAX_CANDIDATES)
                .map(this::listed)
                .toList();
    }

    private static boolean hasShortId(String id, String text) {
        return id.startsWith(text) || id.endsWith(text);
    }

    /** All sessions of the store, the most recently changed first. */
    private Stream<SessionCard> cards() {
        return Stream.iterate(
                        Optional.of(store.sessions(tenant, Optional.empty(), PAGE)),
                        Optional::isPresent,
                        page -> page.flatMap(StorePage::next)
                                .map(after -> store.sessions(tenant, Optional.of(after), PAGE)))
                .flatMap(page -> page.orElseThrow().items().stream())
                .limit(MAX_SESSIONS);
    }

    private List<ListedSession> similar(String text, Predicate<SessionCard> isVisible) {
        return new NameRanking(text)
                .best(
                        sessions.values().stream().filter(each -> each.name().isPresent()),
                        each -> each.name().orElse(""),
                        NEWEST_FIRST,
                        each -> isVisible(each, isVisible),
                        MAX_CANDIDATES);
    }

    private boolean isVisible(ListedSession session, Predicate<SessionCard> isVisible) {
        Optional<SessionCard> card = store.find(session.ref());
        if (card.isEmpty()) {
            remove(session.ref());
        }
        return card.filter(isVisible).isPresent();
    }
}

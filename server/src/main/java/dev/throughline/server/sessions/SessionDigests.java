package dev.throughline.server.sessions;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The digests of sessions, each brought up to date when it is asked for. They are kept as the states of the sessions,
 * so that the next process reads of each archive only what is new. Safe for use by many threads.
 */
public final class SessionDigests implements SessionFolders {
    private static final Logger LOG = LoggerFactory.getLogger(SessionDigests.class);
    private static final int MOST_REMEMBERED = 4_096;

    /** Whoever had to read so many entries keeps what came of it. */
    private static final int LONG_READ = 256;

    private final Store store;
    private final SessionDigestReader.Means means;
    private final Map<SessionRef, SessionDigest> digests = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, SessionDigest> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /**
     * The digests of a store.
     *
     * @param prices what bills are made with
     * @param words tells the words of people from scaffolds
     */
    public SessionDigests(Store store, PriceTable prices, ScaffoldFilter words) {
        this.store = store;
        this.means = new SessionDigestReader.Means(prices, words);
    }

    /** The digest of a session with all that was kept of it by now. */
    public SessionDigest of(SessionCard card) {
        long newest = store.lastSequence(card.ref());
        SessionDigest known = known(card.ref());
        if (known.sequence() == newest) {
            return known;
        }
        // An archive may be an older copy that somebody restored.
        SessionDigest before = known.sequence() > newest ? SessionDigest.NONE : known;
        SessionDigest now = SessionDigestReader.readOn(store, card, means, before);
        synchronized (digests) {
            digests.put(card.ref(), now);
        }
        if (now.sequence() - before.sequence() >= LONG_READ) {
            keep(card.ref(), now);
        }
        return now;
    }

    @Override
    public List<Move> moves(SessionCard card) {
        return of(card).moves();
    }

    /** Brings the digest of a session up to date, and keeps it. */
    @Override
    public void save(SessionCard card) {
        keep(card.ref(), of(card));
    }

    private SessionDigest known(SessionRef session) {
        synchronized (digests) {
            SessionDigest known = digests.get(session);
            if (known != null) {
                return known;
            }
        }
        return SessionDigest.read(store.state(session).document());
    }

    /** While somebody else writes to the session nothing is kept, which costs the next reader some time. */
    private void keep(SessionRef session, SessionDigest digest) {
        try (Store.Lease lease = store.lease(session, Duration.ZERO)) {
            Store.State before = store.state(session);
            if (SessionDigest.read(before.document()).sequence() != digest.sequence()) {
                var _ = store.replaceState(lease, before.version(), digest.written());
            }
        } catch (ProxyException e) {
            LOG.debug("session {}: its digest is not stored: {}", session.id(), e.getMessage());
        }
    }
}

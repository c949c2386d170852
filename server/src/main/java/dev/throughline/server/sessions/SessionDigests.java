package dev.throughline.server.sessions;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The digests of sessions, each updated when it is read. They are stored as the states of the sessions, so that the
 * next process reads only the newer entries of each archive. Safe for use by many threads.
 */
public final class SessionDigests implements SessionFolders {
    private static final Logger LOG = LoggerFactory.getLogger(SessionDigests.class);
    private static final int MAX_CACHED = 4_096;

    /** A digest is stored at once if this many entries were read for it. */
    private static final int LONG_READ = 256;

    private final Store store;
    private final PriceTable prices;
    private final ScaffoldFilter scaffoldFilter;
    private final Cache<SessionRef, SessionDigest> digests =
            Caffeine.newBuilder().maximumSize(MAX_CACHED).build();

    /** @param scaffoldFilter finds the user's own words in a message, for titles */
    public SessionDigests(Store store, PriceTable prices, ScaffoldFilter scaffoldFilter) {
        this.store = store;
        this.prices = prices;
        this.scaffoldFilter = scaffoldFilter;
    }

    /** The digest of all entries of a session. */
    public SessionDigest of(SessionCard card) {
        long newest = store.lastSequence(card.ref());
        SessionDigest known = known(card.ref());
        if (known.sequence() == newest) {
            return known;
        }
        // An older copy of the archive may have been restored.
        SessionDigest before = known.sequence() > newest ? SessionDigest.NONE : known;
        SessionDigest now = new SessionDigestReader(store, card, prices, scaffoldFilter, before).read();
        digests.put(card.ref(), now);
        if (now.sequence() - before.sequence() >= LONG_READ) {
            store(card.ref(), now);
        }
        return now;
    }

    @Override
    public List<Move> moves(SessionCard card) {
        return of(card).moves();
    }

    /** Updates the digest of a session and stores it. */
    @Override
    public void save(SessionCard card) {
        store(card.ref(), of(card));
    }

    private SessionDigest known(SessionRef session) {
        SessionDigest known = digests.getIfPresent(session);
        return known == null ? SessionDigest.read(store.state(session).document()) : known;
    }

    /** Nothing is stored while the session is leased; the next process then reads more entries. */
    private void store(SessionRef session, SessionDigest digest) {
        try (Store.Lease lease = store.lease(session, Duration.ZERO)) {
            Store.StateDocument before = store.state(session);
            if (SessionDigest.read(before.document()).sequence() != digest.sequence()) {
                var _ = store.replaceState(lease, before.version(), digest.toJson());
            }
        } catch (ProxyException e) {
            LOG.debug("session {}: its digest is not stored: {}", session.id(), e.getMessage());
        }
    }
}

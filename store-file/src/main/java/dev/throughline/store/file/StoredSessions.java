package dev.throughline.store.file;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads sessions, after everything that was appended before is in their cards or files. A session that is deleted
 * meanwhile is read as one that does not exist. Safe for use by many threads.
 */
record StoredSessions(Home home, SessionCards cards, OpenSessions sessions, AppendBatch.Progress progress) {
    /** Reads something from a session's files. */
    private interface Reading<T> {
        T from(SessionFile session) throws IOException;
    }

    void checkKnown(SessionRef ref) {
        if (cards.find(ref).isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "session_unknown",
                    "tenant " + ref.tenant() + " has no session " + ref.id());
        }
    }

    /**
     * The card, after everything that was appended before is counted in it. A session that is not in memory has nothing
     * left to count, and is not opened: a lookup of many cards would evict the sessions in use.
     */
    Optional<CountedCard> card(SessionRef ref) {
        if (cards.find(ref).isEmpty()) {
            return Optional.empty();
        }
        sessions.ifOpen(ref).ifPresent(progress::awaitWritten);
        return cards.find(ref);
    }

    StorePage<ArchivedEntry> entries(SessionRef ref, long after, int limit, long pageBytes) {
        return read(
                ref,
                new StorePage<ArchivedEntry>(List.of(), Optional.empty()),
                session -> session.entries(after, limit, pageBytes));
    }

    Optional<Bytes> source(SessionRef ref, Hash id) {
        return read(ref, Optional.empty(), session -> session.source(id));
    }

    Store.StateDocument state(SessionRef ref) {
        return read(ref, new Store.StateDocument(0, Bytes.EMPTY), session -> new StateFile(home, session.ref()).read());
    }

    private <T> T read(SessionRef ref, T none, Reading<T> reading) {
        if (cards.find(ref).isEmpty()) {
            return none;
        }
        SessionFile session = sessions.hold(ref);
        try {
            progress.awaitFlushed(session);
            return reading.from(session);
        } catch (IOException e) {
            if (cards.find(ref).isEmpty()) {
                return none;
            }
            throw Home.failed("read session " + ref.id(), e);
        } finally {
            sessions.release(session);
        }
    }
}

package dev.throughline.bench;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.session.ClientProgram;
import dev.throughline.engine.session.PurposeDetector;
import dev.throughline.engine.session.SessionIdentifier;
import dev.throughline.engine.session.SessionIdentity;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a turn until its request is archived, one by one and without a network, with the same components as the
 * gateway and a file store.
 */
final class RecordSteps implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final FileStore store;
    private final PurposeDetector purposes = new PurposeDetector(AgentMarkers.builtIn());
    private final SessionIdentifier identify = new SessionIdentifier("salt");
    private final Ids ids = new Ids(new Random(1));
    private final Clock clock = Clock.systemUTC();
    private final Archive archive;
    private final Sessions sessions;
    private final Map<SessionRef, Long> sequences = new HashMap<>();
    private final long[] storeThreads;

    /** A decoded request. */
    record Read(DialectText dialectText, Wire wire, Request request) {}

    /** A turn whose session was found. */
    record Found(SessionCard card, SessionIdentity identity, Turn turn) {}

    /** An archived turn, and the number of new entries. */
    record Kept(RecordedTurn recorded, long entries) {}

    RecordSteps(Path home) {
        store = new FileStore(home, clock, FileStoreLimits.DEFAULTS);
        archive = new Archive(store, purposes, Archive.defaultLiveBytes());
        sessions = new Sessions(store, archive.recentItems(), purposes, ids);
        storeThreads = Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("throughline-"))
                .mapToLong(ThreadInfo::getThreadId)
                .toArray();
    }

    Read read(DialectText dialectText, Bytes body) {
        Wire wire = Dialects.of(dialectText.dialect());
        return new Read(dialectText, wire, wire.decode(body));
    }

    Found find(String session, Read read) {
        Headers headers = Headers.of("x-throughline-session", session).and("user-agent", "bench/1");
        String client = ClientProgram.of(headers).name();
        Purpose purpose = purposes.of(headers, read.dialectText().path(), read.wire(), read.request());
        SessionIdentity identity = identify.of(headers, read.wire(), read.request());
        var now = clock.instant();
        Turn turn = new Turn(ids.turn(now), now, purpose, client, Optional.empty(), read.wire(), read.request(), "");
        return new Found(sessions.open(Tenant.LOCAL, identity, turn), identity, turn);
    }

    Kept keep(Found found) {
        RecordedTurn recorded = archive.record(
                found.card(),
                found.turn(),
                new Archive.UnknownHistory(/* mayBeSideRequest= */ false, Optional.empty()));
        long last = recorded.receipt().lastSequence();
        @Nullable Long before = sequences.put(recorded.card().ref(), last);
        return new Kept(recorded, before == null ? last : last - before);
    }

    /** The bytes of the sources among a session's newest entries. */
    long bytes(Kept kept) {
        StorePage<dev.throughline.engine.archive.ArchivedEntry> newest = store.entries(
                kept.recorded().card().ref(), kept.recorded().receipt().lastSequence() - kept.entries(), (int)
                        kept.entries());
        return newest.items().stream()
                .map(dev.throughline.engine.archive.ArchivedEntry::entry)
                .filter(Entry.Source.class::isInstance)
                .mapToLong(entry -> ((Entry.Source) entry).bytes().length())
                .sum();
    }

    /** The CPU time of the store's own threads so far. */
    long journalNanos() {
        long nanos = 0;
        for (long id : storeThreads) {
            nanos += Math.max(0, THREADS.getThreadCpuTime(id));
        }
        return nanos;
    }

    @Override
    public void close() {
        store.close();
    }
}

package dev.throughline.importer.session;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.Store.KeyHistory;
import dev.throughline.importer.format.TranscriptSession;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sessions that the lines of one file belong to. A line belongs to the session that its key had at the time of the
 * line, so that nothing from before a reset is added to the session after it.
 *
 * <p>A program can give the key of a session to another one, as OpenClaw does at a reset. The file of the first session
 * is then found by its own key, and the other file begins a session that replaces the first under the key. If the
 * gateway recorded messages under the key, it knows better when that session ends, so the key stays where it is.
 *
 * <p>Used by one thread.
 */
public final class FileSessions {
    /**
     * The sessions of a key before the import.
     *
     * @param history empty if a new session is to be opened
     * @param replaced the session that the new one replaces
     */
    private record KeySessions(Optional<KeyHistory> history, Optional<SessionId> replaced) {
        Optional<SessionId> at(Instant at) {
            return history.map(known -> known.past().stream()
                    .filter(past -> at.isBefore(past.until()))
                    .findFirst()
                    .map(Store.PastSession::session)
                    .orElseGet(known::session));
        }
    }

    private record Target(SessionKey key, Optional<SessionId> session) {}

    private final ArchiveAccess archive;
    private final Map<SessionKey, KeySessions> keys = new HashMap<>();
    private final Map<Target, SessionImport> sessions = new LinkedHashMap<>();

    public FileSessions(ArchiveAccess archive) {
        this.archive = archive;
    }

    /** The session of a line that was written at a time. */
    public SessionImport of(TranscriptSession name, Instant at) {
        KeySessions known = keys.computeIfAbsent(name.key(), _ -> find(name));
        Optional<SessionId> session = known.at(at);
        return sessions.computeIfAbsent(
                new Target(name.key(), session),
                _ -> new SessionImport(archive, name, session.flatMap(this::card), known.replaced()));
    }

    /** The sessions so far. */
    public List<SessionImport> all() {
        return List.copyOf(sessions.values());
    }

    private KeySessions find(TranscriptSession name) {
        Optional<KeyHistory> ofKey = archive.store().keyHistory(Tenant.LOCAL, name.key());
        Optional<KeyHistory> own = name.ownKey().flatMap(key -> archive.store().keyHistory(Tenant.LOCAL, key));
        if (own.isPresent()) {
            boolean isOfKey = ofKey.isPresent()
                    && sessions(ofKey.get()).contains(own.get().session());
            return new KeySessions(isOfKey ? ofKey : own, Optional.empty());
        }
        Optional<SessionId> replaced = ofKey.filter(_ -> name.ownKey().isPresent())
                .map(KeyHistory::session)
                .filter(this::isOnlyImported);
        return new KeySessions(ofKey.filter(_ -> replaced.isEmpty()), replaced);
    }

    private static List<SessionId> sessions(KeyHistory history) {
        List<SessionId> all = new ArrayList<>(
                history.past().stream().map(Store.PastSession::session).toList());
        all.add(history.session());
        return all;
    }

    /** Whether a session consists of what was read from other files. */
    private boolean isOnlyImported(SessionId session) {
        SessionNodes nodes = new SessionNodes();
        nodes.readNew(archive.store(), new SessionRef(Tenant.LOCAL, session));
        return nodes.isOnlyImported();
    }

    private Optional<SessionCard> card(SessionId session) {
        return archive.store().find(new SessionRef(Tenant.LOCAL, session));
    }
}

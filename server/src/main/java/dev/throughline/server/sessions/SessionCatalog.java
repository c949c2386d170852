package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.metadata.SessionMetadata;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.wire.dialects.Dialects;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads the sessions of a home, and writes their notes. Safe for use by many threads. */
public interface SessionCatalog extends SessionTools.SessionReader, AutoCloseable {
    /** The most sessions or entries of one page. */
    int MAX_PER_PAGE = 1000;

    /** The most sessions whose ids a short id differs from. */
    int MAX_SEARCHED = 100_000;

    /** The code of the error if a text names no session, or several. */
    String NO_SUCH_SESSION = "no_such_session";

    /** All sessions, the most recently changed first. */
    StorePage<SessionCard> sessions(Optional<String> after, int limit);

    /** All sessions, the most recently changed first. Pages are read when they are needed. */
    default Stream<SessionCard> all(int pageSize) {
        return Stream.iterate(
                        Optional.of(sessions(Optional.empty(), pageSize)),
                        Optional::isPresent,
                        page -> page.flatMap(StorePage::next).map(next -> sessions(Optional.of(next), pageSize)))
                .flatMap(page -> page.orElseThrow().items().stream());
    }

    /** The newest sessions, without those that contain only side requests. */
    default List<SessionCard> listed(int limit) {
        return all(Math.min(limit, MAX_PER_PAGE))
                .filter(card -> !card.hasOnlySideRequests())
                .limit(limit)
                .toList();
    }

    /**
     * The newest of the selected sessions, each with the values that a list shows.
     *
     * @param isVisible selects the sessions that the caller may see
     */
    List<SessionOutline> outlines(OutlineQuery query, Predicate<SessionCard> isVisible);

    Optional<SessionCard> session(SessionId id);

    /**
     * The entries of a session in order, with sequences above {@code after}, without sources: see {@link #source}.
     */
    StorePage<ArchivedEntry> entries(SessionId id, long after, int limit);

    /** The exact bytes of a source. */
    Optional<Bytes> source(SessionId id, Hash source);

    /** The working set of the newest request of a session; empty if it had none. */
    Optional<WorkingSetView> workingSet(SessionId id);

    Decisions decisions(SessionId id);

    /** The name and the summary of a session, if it was indexed. */
    Optional<SessionMetadata> metadata(SessionId id);

    Optional<String> note(SessionId id, NoteKind note);

    /** Replaces a note of a session; an empty text removes it. */
    void replaceNote(SessionId id, NoteKind note, String text);

    /**
     * Requests that the next turn of a session replaces its history by a summary.
     *
     * @param keep what the summary should keep; may be empty
     */
    PlannedCompaction compact(SessionCard card, String keep);

    /** The session that a key has now. */
    Optional<SessionCard> withKey(SessionKey key);

    /** Gives the key of a session to a new session, which is returned; see {@code engine.session.SessionLifecycle}. */
    SessionCard reset(SessionCard card);

    /** Gives the key of a session back to the session that had it before, which is returned. */
    SessionCard undoReset(SessionCard card);

    /** Deletes a session; returns false if there is none. */
    boolean delete(SessionCard card);

    /**
     * A request to delete old sessions. Those that meet at least one of the two conditions are deleted.
     *
     * @param olderThanDays those that did not change for so many days
     * @param keep all but so many of the most recently changed
     * @param isDryRun whether nothing is deleted
     */
    record PruneRequest(OptionalInt olderThanDays, OptionalInt keep, boolean isDryRun) {
        Tenant tenant() {
            return Tenant.LOCAL;
        }

        Store.Pruning pruning(Instant now) {
            return new Store.Pruning(
                    olderThanDays.isEmpty()
                            ? Optional.empty()
                            : Optional.of(now.minus(Duration.ofDays(olderThanDays.getAsInt()))),
                    keep);
        }
    }

    /** Deletes old sessions with their sub-agents, and returns them. */
    List<SessionCard> prune(PruneRequest request);

    /** The summary of one {@code throughline run}. */
    RunSummary run(UUID run);

    @Override
    void close();

    /** The session that a text names. */
    default SessionCard named(String text) {
        return named(text, _ -> true);
    }

    /** The error if a text names no session. */
    static ProxyException noneNamed(String text) {
        return new ProxyException(
                ProxyException.Kind.CALLER,
                NO_SUCH_SESSION,
                "there is no session '" + text + "'; 'throughline sessions' lists the ids");
    }

    default Transcript transcript(SessionId id) {
        return Transcript.read(after -> entries(id, after, MAX_PER_PAGE));
    }

    @Override
    default Recall recall(SessionId id) {
        return new Recall(transcript(id), source -> source(id, source), Dialects::of);
    }
}

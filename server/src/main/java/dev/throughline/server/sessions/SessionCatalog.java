package dev.throughline.server.sessions;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.tool.SessionReader;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.wire.dialects.Dialects;
import dev.throughline.workingset.price.PriceTable;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** What can be read of all sessions of one user, and noted about them. Safe for use by many threads. */
public interface SessionCatalog extends SessionReader, AutoCloseable {
    /** So many letters from the end of an id name it; a source in memory has that many. */
    int LAST_LETTERS = 8;

    /** How many sessions or entries one page may hold. */
    int MOST_PER_PAGE = 1000;

    /** How many sessions are looked at to find one by the beginning of its id. */
    int MOST_LOOKED_AT = 100_000;

    /** All sessions that are kept, newest change first. */
    StorePage<SessionCard> sessions(Optional<String> after, int limit);

    /** The newest sessions, without those in which nothing but side requests was kept. */
    default List<SessionCard> listed(int limit) {
        List<SessionCard> listed = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            StorePage<SessionCard> page = sessions(after, Math.min(limit, MOST_PER_PAGE));
            page.items().stream()
                    .filter(card -> !card.isBeside())
                    .limit(limit - listed.size())
                    .forEach(listed::add);
            after = page.next();
        } while (after.isPresent() && listed.size() < limit);
        return listed;
    }

    /** The same with what a list shows of each. */
    List<SessionOutline> outlines(int limit);

    Optional<SessionCard> session(SessionId id);

    /**
     * What happened in a session, in order, with sequences above {@code after}. Sources are left out: {@link #source}.
     */
    StorePage<ArchivedEntry> entries(SessionId id, long after, int limit);

    /** The exact bytes of a source. */
    Optional<Bytes> source(SessionId id, Hash source);

    /** What the newest request of a session became; empty if it had none. */
    Optional<WorkingSetView> workingSet(SessionId id);

    /** What was decided about a session. */
    Decisions decisions(SessionId id);

    /** A note of a session. */
    Optional<String> note(SessionId id, NoteKind note);

    /** Replaces a note of a session; an empty text removes it. */
    void replaceNote(SessionId id, NoteKind note, String text);

    /** What one {@code throughline run} did. */
    RunSummary run(UUID run);

    /** How the gateway is that answers; empty when none does and the files are read. */
    Optional<GatewayStatus> status();

    @Override
    void close();

    /**
     * Reads a store that is open in this process; closing the sessions does not close it.
     *
     * @param prices what bills are made with
     * @param words tells the words of people from scaffolds
     */
    static SessionCatalog local(Store store, PriceTable prices, ScaffoldFilter words) {
        return new StoreSessionCatalog(store, prices, words);
    }

    /** Asks the gateway at this address. */
    static SessionCatalog remote(URI gateway) {
        return new RemoteSessionCatalog(gateway);
    }

    /** The session that an id names, or the beginning of one, or its last letters. */
    default SessionCard named(String id) {
        return named(id, _ -> true);
    }

    /** The one of some sessions that an id names; the others are not there for whoever asks. */
    @Override
    default SessionCard named(String id, Predicate<SessionCard> isThere) {
        List<SessionCard> all = everything();
        List<SessionCard> matches = all.stream()
                .filter(card -> ShortId.isMeant(id, card.ref().id()))
                .filter(isThere)
                .toList();
        if (matches.size() == 1) {
            return matches.getFirst();
        }
        throw new ProxyException(
                ProxyException.Kind.CALLER,
                "no_such_session",
                matches.isEmpty()
                        ? "there is no session '" + id + "'; 'throughline sessions' lists the ids"
                        : "'" + id + "' matches " + matches.size() + " sessions: "
                                + ShortId.candidates(id, matches, ids(all)));
    }

    /** Short names for some sessions; each means no other session that there is. */
    default ShortId shortIds(List<SessionCard> shown) {
        return ShortId.among(ids(shown), ids(everything()));
    }

    private static List<SessionId> ids(List<SessionCard> cards) {
        return cards.stream().map(card -> card.ref().id()).toList();
    }

    /** The cards of all sessions, side requests included, newest change first. */
    private List<SessionCard> everything() {
        List<SessionCard> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            StorePage<SessionCard> page = sessions(after, MOST_PER_PAGE);
            all.addAll(page.items());
            after = page.next();
        } while (after.isPresent() && all.size() < MOST_LOOKED_AT);
        return all;
    }

    /** The ordered view of a session. */
    default Transcript transcript(SessionId id) {
        return Transcript.read(after -> entries(id, after, MOST_PER_PAGE));
    }

    @Override
    default Recall recall(SessionId id) {
        return new Recall(transcript(id), source -> source(id, source), Dialects::of);
    }
}

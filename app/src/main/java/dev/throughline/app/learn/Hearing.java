package dev.throughline.app.learn;

import dev.throughline.app.room.MemoryRoom;
import dev.throughline.app.room.Project;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.Views;
import dev.throughline.memory.said.Conversation;
import dev.throughline.memory.said.Said;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.search.Document;
import dev.throughline.search.Limits;
import dev.throughline.search.Scope;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Takes what was said in sessions into the index of their project, piece by piece and without secrets: the words of
 * people and models under one scope, calls and results of tools under another. Each piece stands on the shelf of its
 * session and is shown as {@code sessions/ID/HANDLE}, by which recall brings it back.
 *
 * <p>Which pieces were taken in is remembered for as long as the process lives; a piece that comes again costs a look
 * into the index. Safe for use by many threads, one at a time for each session.
 */
final class Hearing {
    static final String PREFIX = "sessions/";

    private static final int MOST_SESSIONS = 256;

    /** Words of the turn before, so that an answer is found by its question. */
    private static final int LEAD_CHARACTERS = 300;

    /** A session as far as it was in one project. */
    private record Part(SessionRef session, Project project) {}

    private final Map<Part, Set<Hash>> heard = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Part, Set<Hash>> eldest) {
            return size() > MOST_SESSIONS;
        }
    };

    /** Sessions of which something could not be taken in the last time. */
    private final Set<SessionRef> missed = ConcurrentHashMap.newKeySet();

    private final Whereabouts whereabouts;

    Hearing(Whereabouts whereabouts) {
        this.whereabouts = whereabouts;
    }

    /** Something of a session could not be taken in; whoever hears it the next time takes it in as well. */
    void miss(SessionRef session) {
        missed.add(session);
    }

    /** A session is heard now: before the look, as what is missed after it is not in it. */
    void begin(SessionRef session) {
        missed.remove(session);
    }

    /** Whether all that was to be heard was taken in. */
    boolean isAllHeard() {
        return missed.isEmpty();
    }

    /** Takes in what was said in a project since the last time; says whether that could be done. */
    boolean hear(SessionCard card, Project project, Views views, MemoryRoom room) {
        SessionRef session = card.ref();
        Set<Hash> known;
        synchronized (heard) {
            known = heard.computeIfAbsent(new Part(session, project), _ -> new HashSet<>());
        }
        synchronized (known) {
            List<Hash> fresh = new ArrayList<>();
            Conversation said = views.look(session, recall -> {
                Predicate<Entry.Node> isHere = whereabouts.saidIn(project, card, recall.transcript());
                return Conversation.of(session, recall, node -> isHere.test(node) && isFresh(node, known, fresh));
            });
            boolean isTaken = room.hear(documents(said));
            if (isTaken) {
                known.addAll(fresh);
            }
            return isTaken;
        }
    }

    private static boolean isFresh(Entry.Node node, Set<Hash> known, List<Hash> fresh) {
        boolean isFresh = !known.contains(node.item());
        if (isFresh) {
            fresh.add(node.item());
        }
        return isFresh;
    }

    /** What was said as it stands in the index. */
    static List<Document> documents(Conversation conversation) {
        List<Document> documents = new ArrayList<>();
        String before = "";
        for (Said said : conversation.said()) {
            String plain = said.text(); // A conversation has no secrets.
            boolean isTool = !said.tool().isEmpty();
            documents.add(document(conversation.session(), said, isTool ? said.tool() + "\n" + plain : plain, before));
            before = isTool ? before : plain.substring(0, Math.min(plain.length(), LEAD_CHARACTERS));
        }
        return documents;
    }

    private static Document document(SessionRef session, Said said, String text, String lead) {
        String id = session.id().toString();
        String path = PREFIX + id + "/" + said.handle();
        String cut = text.substring(0, Math.min(text.length(), Limits.LONGEST_TEXT));
        return new Document(
                "said:" + id + "/" + said.handle(),
                said.tool().isEmpty() ? Scope.SESSIONS : Scope.ARCHIVE,
                id,
                path,
                LocalDate.ofInstant(said.at(), ZoneOffset.UTC),
                said.tool().isEmpty() ? lead : "",
                cut);
    }
}

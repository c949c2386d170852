package dev.throughline.memory.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.SearchScope;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Takes what was said in sessions into the index of their project, piece by piece and without secrets: the words of
 * people and models under one scope, calls and results of tools under another. Each piece stands on the shelf of its
 * session and is shown as {@code sessions/ID/HANDLE}, by which recall brings it back.
 *
 * <p>Which pieces were taken in is remembered for as long as the process lives; a piece that comes again costs a look
 * into the index. Safe for use by many threads, one at a time for each session.
 */
public final class SessionIndexer {
    static final String PREFIX = "sessions/";

    /** Pieces that are remembered of all sessions together: about 8 megabytes. */
    private static final int MOST_PIECES = 100_000;

    /** A session without a single piece takes about as much as so many. */
    private static final int OVERHEAD = 8;

    /** Bytes of the archive that are read before they are put. */
    static final int PORTION_BYTES = 1 << 20;

    /** Words of the turn before, so that an answer is found by its question. */
    private static final int LEAD_CHARACTERS = 300;

    /** A session as far as it was in one project. */
    private record Part(SessionRef session, Project project) {}

    private final WeightedCache<Part, Set<Hash>> heard = new WeightedCache<>(MOST_PIECES);

    /** Sessions of which something could not be taken in the last time. */
    private final Set<SessionRef> missed = ConcurrentHashMap.newKeySet();

    private final SessionProjects whereabouts;
    private final ScaffoldFilter words;

    SessionIndexer(SessionProjects whereabouts, ScaffoldFilter words) {
        this.whereabouts = whereabouts;
        this.words = words;
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
    boolean hear(SessionCard card, Project project, RecallCache views, ProjectMemory room) {
        return hear(card, project, views, room::hear);
    }

    /**
     * The same, into an index that says whether it took what it was given. A long history is given in portions, each
     * read when its turn comes: the texts of one portion are in memory and not those of all.
     */
    boolean hear(SessionCard card, Project project, RecallCache views, Predicate<List<SearchDocument>> index) {
        SessionRef session = card.ref();
        Part part = new Part(session, project);
        Set<Hash> known = heard.of(part, HashSet::new);
        synchronized (known) {
            Deque<Entry.Node> fresh = new ArrayDeque<>(views.look(session, recall -> {
                Predicate<Entry.Node> isHere = whereabouts.saidIn(project, card, recall.transcript());
                return recall.transcript().conversation().stream()
                        .filter(node -> isHere.test(node) && !known.contains(node.item()))
                        .toList();
            }));
            String before = "";
            while (!fresh.isEmpty()) {
                List<Entry.Node> portion = portion(fresh);
                Set<Hash> places = portion.stream().map(Entry.Node::id).collect(Collectors.toSet());
                Conversation said = views.look(
                        session, recall -> Conversation.of(session, recall, words, node -> places.contains(node.id())));
                if (!index.test(documents(said, before))) {
                    return false;
                }
                portion.forEach(node -> known.add(node.item()));
                heard.weigh(part, known.size() + OVERHEAD);
                before = lastWords(said, before);
            }
            return true;
        }
    }

    /** Takes as many nodes as are read at once, one at least. */
    private static List<Entry.Node> portion(Deque<Entry.Node> nodes) {
        List<Entry.Node> portion = new ArrayList<>();
        long bytes = 0;
        while (!nodes.isEmpty() && bytes < PORTION_BYTES) {
            bytes += nodes.getFirst().piece().length();
            portion.add(nodes.removeFirst());
        }
        return portion;
    }

    /** What was said as it stands in the index. */
    public static List<SearchDocument> documents(Conversation conversation) {
        return documents(conversation, "");
    }

    /** The same of what was said after other words. */
    private static List<SearchDocument> documents(Conversation conversation, String lead) {
        List<SearchDocument> documents = new ArrayList<>();
        String before = lead;
        for (ConversationItem said : conversation.items()) {
            String plain = said.text(); // A conversation has no secrets.
            boolean isTool = !said.tool().isEmpty();
            documents.add(document(conversation.session(), said, isTool ? said.tool() + "\n" + plain : plain, before));
            before = isTool ? before : words(said);
        }
        return documents;
    }

    private static String lastWords(Conversation conversation, String otherwise) {
        return conversation.items().reversed().stream()
                .filter(said -> said.tool().isEmpty())
                .findFirst()
                .map(SessionIndexer::words)
                .orElse(otherwise);
    }

    private static String words(ConversationItem said) {
        return said.text().substring(0, Math.min(said.text().length(), LEAD_CHARACTERS));
    }

    private static SearchDocument document(SessionRef session, ConversationItem said, String text, String lead) {
        String id = session.id().toString();
        String path = PREFIX + id + "/" + said.handle();
        String cut = text.substring(0, Math.min(text.length(), SearchLimits.MAX_TEXT_LENGTH));
        return new SearchDocument(
                "said:" + id + "/" + said.handle(),
                said.tool().isEmpty() ? SearchScope.SESSIONS : SearchScope.ARCHIVE,
                id,
                path,
                LocalDate.ofInstant(said.at(), ZoneOffset.UTC),
                said.tool().isEmpty() ? lead : "",
                cut);
    }
}

package dev.throughline.memory.session;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.project.Project;
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
import java.util.function.BiPredicate;
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

    private final WeightedCache<Part, Set<Hash>> indexed = new WeightedCache<>(MOST_PIECES);

    /** Sessions of which something could not be indexed the last time. */
    private final Set<SessionRef> incomplete = ConcurrentHashMap.newKeySet();

    private final BiPredicate<Project, List<SearchDocument>> index;
    private final SessionProjects projects;
    private final ScaffoldFilter words;

    /** @param index adds documents to the index of a project; gives whether it could */
    SessionIndexer(BiPredicate<Project, List<SearchDocument>> index, SessionProjects projects, ScaffoldFilter words) {
        this.index = index;
        this.projects = projects;
        this.words = words;
    }

    /** Whether everything that was to be indexed was. */
    boolean isComplete() {
        return incomplete.isEmpty();
    }

    /** Indexes what is new in a session, in every project that it was in; gives whether that could be done. */
    boolean index(SessionCard card, RecallCache views) {
        if (!projects.isHeard(card)) {
            return true;
        }
        boolean isDone = false;
        try {
            boolean isWhole = true;
            for (Project project : projects.all(card).keySet()) {
                isWhole &= index(card, project, views);
            }
            isDone = isWhole;
            return isDone;
        } finally {
            if (isDone) {
                incomplete.remove(card.ref());
            } else {
                incomplete.add(card.ref());
            }
        }
    }

    /**
     * Indexes what is new of one project. A long history is read and indexed in portions, so that the texts of one
     * portion are in memory and not those of all.
     */
    private boolean index(SessionCard card, Project project, RecallCache views) {
        SessionRef session = card.ref();
        Part part = new Part(session, project);
        Set<Hash> known = indexed.of(part, HashSet::new);
        synchronized (known) {
            Deque<Entry.Node> fresh = new ArrayDeque<>(views.read(session, recall -> {
                Predicate<Entry.Node> isHere = projects.saidIn(project, card, recall.transcript());
                return recall.transcript().conversation().stream()
                        .filter(node -> isHere.test(node) && !known.contains(node.item()))
                        .toList();
            }));
            String before = "";
            while (!fresh.isEmpty()) {
                List<Entry.Node> portion = portion(fresh);
                Set<Hash> places = portion.stream().map(Entry.Node::id).collect(Collectors.toSet());
                Conversation said = views.read(
                        session, recall -> Conversation.of(session, recall, words, node -> places.contains(node.id())));
                if (!index.test(project, documents(said, before))) {
                    return false;
                }
                portion.forEach(node -> known.add(node.item()));
                indexed.weigh(part, known.size() + OVERHEAD);
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

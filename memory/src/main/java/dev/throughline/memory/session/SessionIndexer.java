package dev.throughline.memory.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectIndexes;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.writer.ConversationReader;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Adds the items of sessions to the index of their project, or to the one of the sessions that no other session may
 * find. There is one document for each item, without secrets: messages of people and models are in one scope, tool
 * calls and results in another. The path of a document is {@code sessions/ID/HANDLE}; {@code recall} returns the item
 * with this handle. A session in which others take part from some time on is moved to the index of those that no other
 * session may find, with its sub-agents.
 *
 * <p>Caches which items are indexed, for the lifetime of the process; an item that is no longer cached costs a lookup
 * in the index. Safe for use by many threads; one at a time indexes or removes a session.
 */
public final class SessionIndexer {
    /** The maximum number of cached items of all sessions together: about 8 megabytes. */
    private static final int MAX_ITEMS = 100_000;

    /** The size of a cached session without items, as a number of items. */
    private static final int SESSION_OVERHEAD = 8;

    /** The bytes of the archive that are read before they are indexed. */
    static final int PORTION_BYTES = 1 << 20;

    /** The part of the message before that is indexed with an item, so that an answer is found by its question. */
    private static final int LEAD_CHARACTERS = 300;

    private record SessionInProject(SessionRef session, Project project) {}

    private final WeightedCache<SessionInProject, Set<Hash>> indexed = new WeightedCache<>(MAX_ITEMS);

    /** The locks of the sessions that are being indexed or removed. No lock in use is evicted. */
    private final Cache<SessionRef, ReentrantLock> locks =
            Caffeine.newBuilder().weakValues().build();

    /** Sessions that could not be indexed completely the last time. */
    private final Set<SessionRef> incomplete = ConcurrentHashMap.newKeySet();

    /** Sessions with several participants that were removed from the indexes. */
    private final Set<SessionRef> withdrawn = ConcurrentHashMap.newKeySet();

    private final ProjectIndexes indexes;

    public SessionIndexer(ProjectIndexes indexes) {
        this.indexes = indexes;
    }

    /** Whether the last attempt was successful for every session. */
    boolean isComplete() {
        return incomplete.isEmpty();
    }

    /** Indexes the new items of a session, in every index that it belongs to; returns whether all could be indexed. */
    boolean index(SessionCard known, ConversationReader reader) {
        SessionProjects projects = reader.projects();
        SessionCard card = projects.newest(known);
        boolean isDone = false;
        try {
            boolean isWithdrawn =
                    card.earlierOrigins().isEmpty() || projects.isSearchable(card) || withdraw(card, reader);
            isDone = projects.indexedIn(card).stream()
                    .map(project -> index(card, project, reader))
                    .reduce(isWithdrawn, Boolean::logicalAnd);
            return isDone;
        } finally {
            if (isDone) {
                incomplete.remove(card.ref());
            } else {
                incomplete.add(card.ref());
            }
        }
    }

    private boolean withdraw(SessionCard card, ConversationReader reader) {
        boolean isDone = withdrawn.contains(card.ref())
                || reader.projects()
                        .withSubAgents(card)
                        .map(each -> withdrawOne(each, reader))
                        .reduce(true, Boolean::logicalAnd);
        if (isDone) {
            withdrawn.add(card.ref());
        }
        return isDone;
    }

    private boolean withdrawOne(SessionCard card, ConversationReader reader) {
        SessionProjects projects = reader.projects();
        return remove(card.ref(), projects.indexes(card))
                && projects.indexedIn(card).stream().allMatch(project -> index(card, project, reader));
    }

    /** Removes a session from the indexes of these projects; returns whether it could. */
    boolean remove(SessionRef session, Set<Project> projects) {
        ReentrantLock lock = lock(session);
        lock.lock();
        try {
            boolean isDone =
                    projects.stream().map(project -> remove(session, project)).reduce(true, Boolean::logicalAnd);
            incomplete.remove(session);
            return isDone;
        } finally {
            lock.unlock();
        }
    }

    private boolean remove(SessionRef session, Project project) {
        indexed.remove(new SessionInProject(session, project));
        return indexes.remove(project, shelf(session));
    }

    private ReentrantLock lock(SessionRef session) {
        return locks.get(session, _ -> new ReentrantLock());
    }

    /** The shelf with the documents of a session. */
    private static String shelf(SessionRef session) {
        return session.id().toString();
    }

    private boolean index(SessionCard card, Project project, ConversationReader reader) {
        ReentrantLock lock = lock(card.ref());
        lock.lock();
        try {
            return indexInPortions(card, project, reader);
        } finally {
            lock.unlock();
        }
    }

    /** A long history is read and indexed in portions, so that only the texts of one portion are in memory. */
    private boolean indexInPortions(SessionCard card, Project project, ConversationReader reader) {
        SessionRef session = card.ref();
        SessionInProject key = new SessionInProject(session, project);
        Set<Hash> known = indexed.findOrCreate(key, HashSet::new);
        Deque<Entry.Node> fresh = new ArrayDeque<>(reader.cache().read(session, recall -> {
            Predicate<Entry.Node> isInProject = reader.projects().indexedNodes(project, card, recall.transcript());
            return recall.transcript().conversation().stream()
                    .filter(node -> isInProject.test(node) && !known.contains(node.item()))
                    .toList();
        }));
        String lead = "";
        while (!fresh.isEmpty()) {
            List<Entry.Node> portion = portion(fresh);
            Set<Hash> ids = portion.stream().map(Entry.Node::id).collect(Collectors.toSet());
            Conversation conversation = reader.cache()
                    .read(
                            session,
                            recall -> Conversation.of(
                                    session, recall, reader.scaffoldFilter(), node -> ids.contains(node.id())));
            if (!add(session, project, documents(conversation, lead), reader.projects())) {
                return reader.projects().isDeleted(session); // Then nothing is left to be indexed.
            }
            portion.forEach(node -> known.add(node.item()));
            indexed.setWeight(key, known.size() + SESSION_OVERHEAD);
            lead = lastLead(conversation, lead);
        }
        return true;
    }

    /**
     * Adds what was read of a session to an index. If the session does not belong there any more, because it was
     * deleted or others take part in it, it is removed instead. Returns whether it was added.
     */
    private boolean add(SessionRef session, Project project, List<SearchDocument> documents, SessionProjects projects) {
        if (projects.isIndexedIn(session, project)) {
            boolean isAdded = indexes.add(project, documents);
            // If it changed meanwhile, whoever removes a session may not know that it was in this index.
            if (projects.isIndexedIn(session, project)) {
                return isAdded;
            }
        }
        var _ = remove(session, project);
        return false;
    }

    /** Removes as many nodes from the front as are read at once, at least one. */
    private static List<Entry.Node> portion(Deque<Entry.Node> nodes) {
        List<Entry.Node> portion = new ArrayList<>();
        long bytes = 0;
        while (!nodes.isEmpty() && bytes < PORTION_BYTES) {
            bytes += nodes.getFirst().piece().length();
            portion.add(nodes.removeFirst());
        }
        return portion;
    }

    /** @param lead the beginning of the message before the conversation */
    static List<SearchDocument> documents(Conversation conversation, String lead) {
        List<SearchDocument> documents = new ArrayList<>();
        String before = lead;
        for (ConversationItem item : conversation.items()) {
            documents.add(document(conversation.session(), item, before));
            before = item.tool().isEmpty() ? lead(item) : before;
        }
        return documents;
    }

    private static String lastLead(Conversation conversation, String fallback) {
        return conversation.items().reversed().stream()
                .filter(item -> item.tool().isEmpty())
                .findFirst()
                .map(SessionIndexer::lead)
                .orElse(fallback);
    }

    private static String lead(ConversationItem item) {
        return item.text().substring(0, Math.min(item.text().length(), LEAD_CHARACTERS));
    }

    private static SearchDocument document(SessionRef session, ConversationItem item, String lead) {
        String id = shelf(session);
        boolean isMessage = item.tool().isEmpty();
        String text = isMessage ? item.text() : item.tool() + "\n" + item.text();
        return new SearchDocument(
                "said:" + id + "/" + item.handle(),
                isMessage ? SearchScope.SESSIONS : SearchScope.ARCHIVE,
                id,
                "sessions/" + id + "/" + item.handle(),
                LocalDate.ofInstant(item.at(), ZoneOffset.UTC),
                isMessage ? lead : "",
                text.substring(0, Math.min(text.length(), SearchLimits.MAX_TEXT_LENGTH)));
    }
}

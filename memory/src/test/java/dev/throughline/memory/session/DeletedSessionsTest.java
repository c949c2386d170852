package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.metadata.SpokenSession;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectIndexes;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.ChatType;
import dev.throughline.model.OriginField;
import dev.throughline.search.SearchDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What was deleted, or may no longer be found, does not return to the indexes. */
final class DeletedSessionsTest {
    private static final ChatOrigin GROUP =
            new ChatOrigin(ChatType.GROUP, Map.of(OriginField.CHANNEL, "irc", OriginField.GROUP, "g"));

    private final MemoryStore store = new MemoryStore();
    private final ConversationReader reader = SpokenSession.reader(store);
    private final SessionProjects projects = reader.projects();
    private final ListedIndexes indexes = new ListedIndexes();
    private final SessionIndexer indexer = new SessionIndexer(indexes);
    private final DeletedSessions sessions = new DeletedSessions(projects, indexer);

    /** Indexes in memory. What is set happens once, before documents are added or after a shelf was removed. */
    private static final class ListedIndexes implements ProjectIndexes {
        private final Map<Project, Map<String, SearchDocument>> documents = new ConcurrentHashMap<>();
        private final List<Runnable> beforeAdding = new ArrayList<>();
        private final List<Runnable> afterRemoving = new ArrayList<>();

        @Override
        public boolean add(Project project, Collection<SearchDocument> added) {
            runOnce(beforeAdding);
            added.forEach(each -> of(project).put(each.id(), each));
            return true;
        }

        @Override
        public boolean remove(Project project, String shelf) {
            of(project).values().removeIf(each -> each.shelf().equals(shelf));
            runOnce(afterRemoving);
            return true;
        }

        private static void runOnce(List<Runnable> work) {
            List<Runnable> once = List.copyOf(work);
            work.clear();
            once.forEach(Runnable::run);
        }

        private Map<String, SearchDocument> of(Project project) {
            return documents.computeIfAbsent(project, _ -> new ConcurrentHashMap<>());
        }

        int size(Project project) {
            return of(project).size();
        }

        int size() {
            return documents.values().stream().mapToInt(Map::size).sum();
        }
    }

    private void delete(SessionCard card) {
        sessions.delete(card, () -> store.delete(card.ref(), Duration.ofSeconds(30)));
    }

    @Test
    void a_session_that_is_deleted_between_reading_and_adding_is_not_indexed() {
        SessionCard card =
                new SpokenSession(store, 1).say("The zebra crossing.").card();
        indexes.beforeAdding.add(() -> delete(card));
        assertTrue(indexer.index(card, reader), "nothing is left to do");
        assertEquals(0, indexes.size());
        assertTrue(indexer.isComplete());
    }

    @Test
    void a_deleted_session_leaves_the_index_that_it_was_in_before_others_joined() {
        SpokenSession session = new SpokenSession(store, 1).say("The zebra crossing.");
        assertTrue(indexer.index(session.card(), reader));
        assertEquals(2, indexes.size());
        session.name(GROUP);
        delete(session.card());
        assertEquals(0, indexes.size());
    }

    @Test
    void a_sub_agent_that_is_deleted_between_reading_and_adding_is_not_indexed() {
        SessionCard root = new SpokenSession(store, 1).say("Look at it.").card();
        SessionCard agent = subAgent(root).card();
        indexes.beforeAdding.add(() -> delete(agent));
        assertTrue(indexer.index(agent, reader));
        assertEquals(0, indexes.size());
    }

    @Test
    void a_session_is_not_added_while_it_is_removed_or_afterwards() throws InterruptedException {
        SessionCard card =
                new SpokenSession(store, 1).say("The zebra crossing.").card();
        assertTrue(indexer.index(card, reader));
        Thread late = Thread.ofPlatform().unstarted(() -> indexer.index(card, reader));
        indexes.afterRemoving.add(() -> {
            late.start();
            while (late.isAlive() && late.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertEquals(0, indexes.size(), "it waits");
        });
        delete(card);
        late.join();
        assertEquals(0, indexes.size());
    }

    @Test
    void a_session_that_others_join_between_reading_and_adding_leaves_the_index() {
        SpokenSession session = new SpokenSession(store, 1).say("The zebra crossing.");
        SessionCard before = session.card();
        Project own = projects.of(before);
        indexes.beforeAdding.add(() -> {
            session.name(GROUP);
            assertTrue(indexer.index(session.card(), reader));
        });
        assertFalse(indexer.index(before, reader));
        assertEquals(0, indexes.size(own));
        assertEquals(2, indexes.size(), "the index that nobody else searches");
    }

    @Test
    void a_sub_agent_leaves_the_index_with_its_session() {
        SpokenSession root = new SpokenSession(store, 1).say("Look at it.");
        SessionCard agent = subAgent(root.card()).card();
        Project own = projects.of(root.card());
        indexes.beforeAdding.add(() -> {
            root.name(GROUP);
            assertTrue(indexer.index(root.card(), reader));
        });
        assertFalse(indexer.index(agent, reader));
        assertEquals(0, indexes.size(own));
        assertEquals(4, indexes.size());
    }

    private SpokenSession subAgent(SessionCard root) {
        return new SpokenSession(store, 2, Optional.of(root.ref().id())).say("The zebra crossing.");
    }
}

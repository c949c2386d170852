package dev.throughline.memory;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SessionMemory;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.consolidate.Consolidation;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.metadata.SessionNames;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionAccess;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.question.SessionAnswer;
import dev.throughline.memory.question.SessionQuestions;
import dev.throughline.memory.reference.ArchivedSessions;
import dev.throughline.memory.reference.SessionReferences;
import dev.throughline.memory.session.DeletedSessions;
import dev.throughline.memory.session.IndexCatchUp;
import dev.throughline.memory.session.MemoryInjector;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.memory.session.MemoryScheduler;
import dev.throughline.memory.session.SemanticFinder;
import dev.throughline.memory.session.SessionIndexer;
import dev.throughline.memory.session.SessionTextSearch;
import dev.throughline.memory.tool.OfferedMemoryTools;
import dev.throughline.memory.tool.SessionQuestionTool;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.memory.writer.ConversationReader;
import dev.throughline.memory.writer.Extraction;
import dev.throughline.memory.writer.Flush;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.memory.writer.SessionNotes;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TokenCount;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Wire;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory of a gateway and the entry point of this module. It connects the parts and contains no rules of its own:
 *
 * <pre>
 *   during a turn     MemoryInjector adds a block of memory; OfferedMemoryTools adds tools and answers their calls
 *   after a turn      MemoryScheduler indexes what was said and runs the writers
 *   after the start   IndexCatchUp indexes the sessions of earlier processes
 *   on request        the memory of a project, consolidation, a new index
 * </pre>
 */
public final class MemoryService implements SessionMemory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryService.class);

    /** The start of a session waits for writers that use rules, which take milliseconds, not for a helper model. */
    private static final Duration SESSION_START_WAIT = Duration.ofSeconds(2);

    /** A search over all sessions soon after the start waits so long for the index. */
    private static final Duration INDEX_WAIT = Duration.ofSeconds(10);

    private static final int PAGE_ENTRIES = 4_096;
    private static final Duration SETTLE_WAIT = Duration.ofSeconds(30);

    private final MemorySettings settings;
    private final Store store;
    private final MemoryDependencies dependencies;
    private final ConfiguredEmbedder embedder;
    private final ProjectMemories memories;
    private final SessionProjects sessionProjects;
    private final SessionAccess access;
    private final SessionNotes notes;
    private final Consolidation consolidation;
    private final MemoryScheduler scheduler;
    private final IndexCatchUp catchUp;
    private final DeletedSessions deletedSessions;
    private final MemoryInjector injector;
    private final OfferedMemoryTools tools;
    private final SessionQuestions questions;
    private final SessionReferences references;
    private final SessionTextSearch textSearch;
    private final SessionNames names;

    /**
     * The parts of other modules that memory uses.
     *
     * @param environment returns the value of an environment variable, or null
     */
    public record MemoryDependencies(
            Clock clock,
            HelperModel helper,
            SessionFolders folders,
            Function<Dialect, Wire> wires,
            UnaryOperator<@Nullable String> environment,
            MemoryListener listener) {}

    /**
     * Creates the memory of a gateway. Background work begins with {@link #start}.
     *
     * @param cache the cache of the sessions in use
     */
    public MemoryService(MemorySettings settings, Store store, RecallCache cache, MemoryDependencies dependencies) {
        this.settings = settings;
        this.store = store;
        this.dependencies = dependencies;
        this.embedder = new ConfiguredEmbedder(settings.search(), dependencies.environment());
        this.memories = new ProjectMemories(new ProjectMemory.OpenOptions(
                dependencies.clock(),
                dependencies.helper(),
                embedder,
                settings.limits(),
                settings.search(),
                Duration.ZERO,
                Optional.empty()));
        this.sessionProjects =
                new SessionProjects(store, settings.projects(), dependencies.folders(), settings.chatKeys());
        this.access = new SessionAccess(store, sessionProjects, settings.chatKeys());
        ScaffoldFilter scaffoldFilter = new ScaffoldFilter(settings.markers());
        ConversationReader sessionsInUse = new ConversationReader(cache, sessionProjects, scaffoldFilter);
        // A separate cache for ended sessions, so that reading them does not evict sessions in use.
        ConversationReader endedSessions = new ConversationReader(
                RecallCache.withoutSources(store, dependencies.wires()), sessionProjects, scaffoldFilter);
        this.notes = new SessionNotes(store.notes(), settings.limits().notes(), dependencies.helper());
        this.consolidation = new Consolidation(
                store,
                endedSessions,
                memories,
                dependencies.helper(),
                dependencies.clock(),
                settings.limits().consolidation());
        SessionIndexer indexer = new SessionIndexer(memories);
        this.textSearch = new SessionTextSearch(settings.projects());
        this.deletedSessions = new DeletedSessions(sessionProjects, indexer);
        this.names = SessionNames.of(
                store,
                sessionsInUse,
                new SessionNames.NamingSettings(
                        dependencies.helper(),
                        dependencies.clock(),
                        settings.indexMessages(),
                        dependencies.listener()::indexed));
        this.scheduler = new MemoryScheduler(
                sessionsInUse,
                memories,
                indexer,
                settings.isLearning() ? writers() : List.of(),
                names.writer(),
                dependencies.listener());
        this.catchUp = new IndexCatchUp(settings.projects(), memories, endedSessions, indexer);
        this.injector = new MemoryInjector(memories, sessionProjects, this::awaitWriters);
        this.questions = new SessionQuestions(
                dependencies.helper(), scaffoldFilter, settings.references().questionCharacters());
        ArchivedSessions sessions = archivedSessions();
        this.references = new SessionReferences(sessions, settings.references(), scaffoldFilter);
        this.tools = new OfferedMemoryTools(memories, sessionProjects, new SessionQuestionTool(sessions, references));
    }

    private ArchivedSessions archivedSessions() {
        return new ArchivedSessions(
                store,
                names.directory(),
                caller -> access.of(caller).sessions(),
                names.writer()::orByRules,
                questions,
                this::open);
    }

    /** The memory writers, in the order in which they run after a turn. A new writer is registered here. */
    private List<MemoryWriter> writers() {
        MemoryLimits limits = settings.limits();
        return List.of(
                notes,
                new Flush(dependencies.helper(), limits.flush(), settings.windows()),
                new Extraction(dependencies.helper(), limits.extractEveryTurns()),
                consolidation);
    }

    /** Starts the background work. No request waits for it. */
    public MemoryService start() {
        Thread.ofVirtual().name("session directory").start(names.directory()::load);
        catchUp.start();
        scheduler.start();
        return this;
    }

    /** Removes the texts of sessions that are deleted from the search indexes. */
    public DeletedSessions deletedSessions() {
        return deletedSessions;
    }

    /** The listener that receives the end of each turn. */
    public TurnListener listener() {
        return event -> {
            names.turns().on(event);
            scheduler.on(event);
        };
    }

    /** Finds sessions by name, and names them. */
    public SessionNames names() {
        return names;
    }

    /** The listener that is told about resets: what was said in a session that ends is learned. */
    public ResetListener resets() {
        return scheduler;
    }

    /** Waits until the writers have processed all ended turns, for half a minute at most. */
    public void settle() {
        scheduler.await(SETTLE_WAIT);
    }

    private void awaitWriters(Project project) {
        scheduler.awaitWritten(
                SESSION_START_WAIT, card -> sessionProjects.of(card).equals(project));
    }

    /** The sessions that the message names, and the memory block; both are put before the user's message. */
    @Override
    public Optional<String> block(SessionState.StateRequest request) {
        Optional<String> named = references.block(request);
        TokenCount count = TokenCount.of(request.recorded().turn().request().model());
        SessionState.StateRequest rest =
                request.afterMemory(named.map(count::ofText).orElse(0L));
        Optional<String> shown = settings.isShown() ? injector.block(rest) : Optional.empty();
        Optional<String> block =
                Stream.of(shown, named).flatMap(Optional::stream).reduce((first, second) -> first + "\n" + second);
        block.ifPresent(
                text -> dependencies.listener().loaded(request.recorded().card().ref(), text));
        return block;
    }

    /** The notes of a session, if it is known which part of the session they cover. */
    @Override
    public Optional<SessionState.Notes> notes(SessionRef session) {
        return notes.covered(session)
                .flatMap(last -> store.notes()
                        .read(session, NoteKind.SUMMARY)
                        .map(text -> new SessionState.Notes(SessionNotes.shown(text), last)));
    }

    @Override
    public List<LocalTool> tools(RecordedTurn recorded) {
        return tools.offeredFor(recorded, settings.isShown());
    }

    @Override
    public LocalTools.ToolAnswer answer(SessionRef session, LocalCall call) {
        return store.find(session)
                .map(card -> tools.answer(card, call))
                .orElseGet(() -> new LocalTools.ToolAnswer("This session was deleted.", /* isError= */ true));
    }

    /** Finds items of a session by keywords and by meaning. */
    @Override
    public PieceFinder finder(SessionRef session, Recall recall) {
        return new SemanticFinder(recall, query -> search(session, query), embedder::nearness, session);
    }

    /** Searches the indexes of all projects that a session was in. */
    private List<SearchHit> search(SessionRef session, SearchQuery query) {
        return store.find(session).map(sessionProjects::all).orElse(Map.of()).keySet().stream()
                .flatMap(project -> memories.with(project, memory -> memory.search(query)).hits().stream())
                .sorted(Comparator.comparingDouble(SearchHit::score).reversed())
                .limit(query.maxResults())
                .toList();
    }

    /** A session for questions. It is read anew, so that no other use of the session waits for the helper model. */
    private SessionQuestions.OpenSession open(SessionCard card) {
        Transcript transcript = Transcript.read(after -> store.entries(card.ref(), after, PAGE_ENTRIES));
        Recall recall = new Recall(transcript, source -> store.source(card.ref(), source), dependencies.wires());
        return new SessionQuestions.OpenSession(card, recall, finder(card.ref(), recall), _ -> true);
    }

    /** Answers a question about a session, on behalf of that session. */
    public SessionAnswer ask(SessionQuestions.OpenSession session, String question) {
        return questions.ask(session.card().ref(), session, question, SessionQuestions.EXPLICIT_WAIT);
    }

    public Projects projects() {
        return settings.projects();
    }

    /** Decides which sessions and whose memory a session may read. */
    public SessionAccess access() {
        return access;
    }

    /** Uses the memory of a project, after the turns that have just ended are indexed. */
    public <T> T with(Project project, Function<ProjectMemory, T> work) {
        try {
            scheduler.indexPending(project);
        } catch (RuntimeException e) {
            LOG.warn("the last turns are not indexed yet", e);
        }
        return memories.with(project, work);
    }

    /** Searches the texts of all sessions of all agents and projects, for the owner of the home. */
    public SearchResult searchSessions(
            String text, int most, Set<SearchScope> scopes, UnaryOperator<SearchQuery> threshold) {
        boolean isComplete = catchUp.hasEndedWithin(INDEX_WAIT);
        SearchResult found = textSearch.search(
                most,
                project -> with(
                        project,
                        memory -> memory.search(threshold.apply(
                                memory.query(text).most(most).in(scopes.toArray(SearchScope[]::new))))));
        return isComplete ? found : found.degraded("earlier sessions are still being indexed");
    }

    /** Selects the sessions of a project, and the nodes of each session that belong to the project. */
    public SessionTools.SessionFilter sessionsOf(Project project) {
        return new SessionTools.SessionFilter(
                card -> sessionProjects.all(card).containsKey(project),
                (card, transcript) -> sessionProjects.nodesIn(project, card, transcript));
    }

    /** Reads the ended sessions of a project and merges the results, now. */
    public Consolidation.ConsolidationResult consolidate(Project project) {
        return consolidation.consolidate(project);
    }

    /** Rebuilds the index of a project from its pages and sessions. */
    public void rebuild(Project project) {
        catchUp.rebuild(project);
    }

    /** Notes that sessions are about to be imported. */
    public void importing() {
        catchUp.importing();
    }

    /** Indexes and names a session that was imported. */
    public void imported(SessionCard card) {
        catchUp.imported(card);
        names.writer().imported(card);
    }

    @Override
    public void close() {
        catchUp.stop();
        boolean isAllIndexed = scheduler.close();
        catchUp.awaitEnd();
        memories.close();
        if (isAllIndexed) {
            catchUp.saveWatermark(dependencies.clock().instant());
        }
    }
}

package dev.throughline.memory;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.edit.SessionState;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.engine.recall.SessionMemory;
import dev.throughline.engine.recall.Transcript;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.memory.consolidate.Consolidation;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ScaffoldFilter;
import dev.throughline.memory.extract.Extraction;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.note.SessionNotes;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemories;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.memory.project.Projects;
import dev.throughline.memory.project.SessionFolders;
import dev.throughline.memory.project.SessionProjects;
import dev.throughline.memory.session.IndexWatermark;
import dev.throughline.memory.session.MemoryInjector;
import dev.throughline.memory.session.MemoryListener;
import dev.throughline.memory.session.MemoryScheduler;
import dev.throughline.memory.session.SemanticFinder;
import dev.throughline.memory.session.SessionIndexer;
import dev.throughline.memory.tool.OfferedMemoryTools;
import dev.throughline.memory.tool.SessionTools;
import dev.throughline.memory.writer.EndedTurn;
import dev.throughline.memory.writer.MemoryWriter;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Wire;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Memory as a gateway has it: what is shown to sessions, and what is learnt from them. */
public final class MemoryService implements SessionMemory, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryService.class);
    private static final int PAGE = 200;
    private static final Duration CLOSE_TIME = Duration.ofSeconds(5);

    /** A session's first turn waits for the rules, which take milliseconds, and not for a helper model. */
    private static final Duration OPENING_WAIT = Duration.ofSeconds(2);

    private static final Duration REPLAY_WAIT = Duration.ofSeconds(30);

    private final MemorySettings settings;
    private final Store store;
    private final ConfiguredEmbedder embedding;
    private final Projects projects;
    private final ProjectMemories memories;
    private final SessionProjects sessionProjects;
    private final ScaffoldFilter words;
    private final MemoryInjector injector;
    private final OfferedMemoryTools tools;
    private final SessionNotes notes;
    private final Consolidation consolidation;
    private final MemoryScheduler scheduler;
    private final Thread catchingUp;
    private final CompletableFuture<@Nullable IndexWatermark> caughtUp = new CompletableFuture<>();
    private final Clock clock;
    private final MemoryListener listener;
    private volatile boolean isClosing;

    /** A look into sessions of the past that leaves the road's own alone, which is for those that are going on. */
    private final RecallCache past;

    /** Builds it; its work in the background begins with {@link #start}. */
    public MemoryService(MemorySettings settings, Store store, RecallCache views, Dependencies dependencies) {
        this.settings = settings;
        this.store = store;
        this.clock = dependencies.clock();
        this.listener = dependencies.listener();
        this.past = new RecallCache(store, dependencies.wires());
        this.projects = settings.projects();
        this.embedding = new ConfiguredEmbedder(settings.search(), dependencies.environment());
        this.memories = new ProjectMemories(new ProjectMemory.Dependencies(
                dependencies.clock(),
                dependencies.helper(),
                embedding,
                settings.limits(),
                settings.search(),
                Duration.ZERO,
                Optional.empty()));
        this.words = new ScaffoldFilter(settings.markers());
        SessionFolders folders = dependencies.folders();
        this.sessionProjects = new SessionProjects(store, projects, folders);
        this.tools = new OfferedMemoryTools(memories, sessionProjects);
        HelperModel helper = dependencies.helper();
        MemoryLimits limits = settings.limits();
        this.notes = new SessionNotes(store.notes(), limits.notes(), helper);
        this.consolidation = new Consolidation(
                store,
                new EndedTurn.Sessions(past, sessionProjects, words),
                memories,
                helper,
                clock,
                limits.consolidation());
        List<MemoryWriter> writers = List.of(
                notes,
                new Flush(helper, limits.flush(), settings.windows()),
                new Extraction(helper, limits.extractEveryTurns()),
                consolidation);
        this.scheduler = new MemoryScheduler(
                new EndedTurn.Sessions(views, sessionProjects, words),
                memories,
                folders,
                settings.isLearning() ? writers : List.of(),
                listener);
        this.injector = new MemoryInjector(
                memories,
                sessionProjects,
                project -> scheduler.await(
                        OPENING_WAIT, card -> sessionProjects.of(card).equals(project)));
        this.catchingUp = Thread.ofVirtual().name("catching up").unstarted(this::catchUp);
    }

    /**
     * Begins to take in what sessions of the past said, and to consolidate. Whoever serves begins this afterwards:
     * after a kill it reads all that was said since the last orderly end, and no request needs it.
     */
    public MemoryService start() {
        catchingUp.start();
        scheduler.start();
        return this;
    }

    /**
     * What it needs from outside.
     *
     * @param environment gives the value of an environment variable, or null
     */
    public record Dependencies(
            Clock clock,
            HelperModel helper,
            SessionFolders folders,
            Function<Dialect, Wire> wires,
            UnaryOperator<@Nullable String> environment,
            MemoryListener listener) {}

    /** Hears of turns. */
    public TurnListener listener() {
        return scheduler;
    }

    /** Waits until all turns that have ended are learnt from, for half a minute at most. */
    public void settle() {
        scheduler.await(REPLAY_WAIT, _ -> true);
    }

    /** What of memory stands before the words of a user. */
    @Override
    public Optional<String> block(SessionState.StateRequest moment) {
        Optional<String> block = settings.isShown() ? injector.block(moment) : Optional.empty();
        block.ifPresent(text -> listener.loaded(moment.recorded().card().ref(), text));
        return block;
    }

    /** The notes of a session, if it is known how far they go. */
    @Override
    public Optional<SessionState.Notes> notes(SessionRef session) {
        return notes.covered(session)
                .flatMap(last -> store.notes()
                        .read(session, NoteKind.SUMMARY)
                        .map(text -> new SessionState.Notes(SessionNotes.shown(text), last)));
    }

    /** All tools of memory. */
    public static List<LocalTool> knownTools() {
        return OfferedMemoryTools.known();
    }

    /** The tools of memory to offer to a session. */
    @Override
    public List<LocalTool> tools(RecordedTurn recorded) {
        return settings.isShown() ? tools.to(recorded) : List.of();
    }

    /** Answers a call of one of those. */
    @Override
    public LocalTools.ToolAnswer answer(SessionRef session, LocalCall call) {
        return tools.answer(session, call);
    }

    /** Finds pieces of a session by what they say and by what they mean. */
    @Override
    public PieceFinder finder(SessionRef session, Recall recall) {
        return new SemanticFinder(recall, query -> meant(session, query), embedding::nearness, session);
    }

    /** What a search finds wherever the session was, the best first. */
    private List<SearchHit> meant(SessionRef session, SearchQuery query) {
        return store.find(session).map(sessionProjects::all).orElse(Map.of()).keySet().stream()
                .flatMap(project -> memories.with(project, room -> room.search(query)).hits().stream())
                .sorted(Comparator.comparingDouble(SearchHit::score).reversed())
                .limit(query.maxResults())
                .toList();
    }

    /** Works in the memory of a project, in which all that was said by now is found. */
    public <T> T with(Project project, Function<ProjectMemory, T> work) {
        try {
            scheduler.indexPending(project);
        } catch (RuntimeException e) {
            LOG.warn("what was said last is not found by search yet", e);
        }
        return memories.with(project, work);
    }

    public Projects projects() {
        return projects;
    }

    /** What of sessions belongs to a project. */
    public SessionTools.Ours of(Project project) {
        return new SessionTools.Ours() {
            @Override
            public boolean has(SessionCard card) {
                return sessionProjects.all(card).containsKey(project);
            }

            @Override
            public Predicate<Entry.Node> pieces(SessionCard card, Transcript transcript) {
                return sessionProjects.saidIn(project, card, transcript);
            }
        };
    }

    /**
     * What came of a consolidation.
     *
     * @param sessions how many were read
     * @param merge what became of memory, in a word
     * @param sentence both, for a person
     */
    public record Consolidated(int sessions, String merge, String sentence) {}

    /** Reads finished sessions of a project and merges what they left, now. */
    public Consolidated consolidate(Project project) {
        Consolidation.ConsolidationResult done = consolidation.consolidate(project);
        String merged =
                switch (done.merge()) {
                    case WRITTEN -> "memory was brought up to date";
                    case UNCHANGED -> "nothing is new since the last time";
                    case FAILED -> "the helper model did not answer; it is asked again in an hour";
                    default -> "another consolidation is under way";
                };
        return new Consolidated(
                done.sessions(),
                done.merge().word(),
                done.sessions() + (done.sessions() == 1 ? " session was" : " sessions were") + " read; " + merged);
    }

    /** Makes the index of a project anew, out of its pages and of all that was said in its sessions. */
    public void rebuild(Project project) {
        memories.with(project, room -> {
            room.rebuild(() -> said(project).iterator());
            return true;
        });
    }

    /** All that was said in the sessions of a project. */
    private Stream<SearchDocument> said(Project project) {
        return cards().filter(sessionProjects::isHeard)
                .filter(card -> sessionProjects.all(card).containsKey(project))
                .flatMap(card -> past
                        .read(
                                card.ref(),
                                recall -> SessionIndexer.documents(Conversation.of(
                                        card.ref(),
                                        recall,
                                        words,
                                        sessionProjects.saidIn(project, card, recall.transcript()))))
                        .stream());
    }

    /** All sessions, newest change first. */
    private Stream<SessionCard> cards() {
        StorePage<SessionCard> first = store.sessions(Tenant.LOCAL, Optional.empty(), PAGE);
        return Stream.iterate(
                        Optional.of(first),
                        Optional::isPresent,
                        page -> page.flatMap(StorePage::next)
                                .map(after -> store.sessions(Tenant.LOCAL, Optional.of(after), PAGE)))
                .flatMap(page -> page.orElseThrow().items().stream());
    }

    /**
     * Takes what sessions said before this process began into the indexes, the newest sessions first. How far it came
     * is kept only when all of them were taken in: what is missing is looked for again at the next start.
     */
    private void catchUp() {
        IndexWatermark mark = new IndexWatermark(settings.home().resolve("index"), projects.all());
        try {
            boolean isWhole = !mark.isOutdated() || areRebuilt();
            for (SessionCard card : (Iterable<SessionCard>) cards()::iterator) {
                if (!mark.isBefore(card.updated())) {
                    break;
                }
                if (isClosing) {
                    return;
                }
                isWhole &= caughtUp(card);
                mark.reached(card.updated());
            }
            if (isWhole) {
                mark.keep(projects.all());
                caughtUp.complete(mark);
            }
        } catch (RuntimeException e) {
            LOG.warn("sessions of the past are not all found by search yet; tried again at the next start", e);
        }
    }

    /** Makes every index anew that an older version may have put others' words into; the old ones serve meanwhile. */
    private boolean areRebuilt() {
        boolean isWhole = true;
        for (Project project : projects.all()) {
            if (isClosing) {
                return false;
            }
            try {
                if (Files.isDirectory(project.index())) {
                    rebuild(project);
                }
            } catch (RuntimeException e) {
                LOG.warn("the index in {} could not be rebuilt; tried again at the next start", project.index(), e);
                isWhole = false;
            }
        }
        return isWhole;
    }

    /** One session's trouble is not the others'. */
    private boolean caughtUp(SessionCard card) {
        try {
            return scheduler.index(card, past);
        } catch (RuntimeException e) {
            LOG.warn("{} is not found by search yet; tried again at the next start", card.ref(), e);
            return false;
        }
    }

    /** Not interrupted, as an interrupt closes the files that it reads; it ends after the session that it is at. */
    private void awaitCatchingUp() {
        if (catchingUp.getState() == Thread.State.NEW) {
            return;
        }
        try {
            if (!catchingUp.join(CLOSE_TIME)) {
                LOG.info("a long session of the past is still being read; it is read again at the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        isClosing = true;
        boolean isAllIndexed = scheduler.close();
        awaitCatchingUp();
        memories.close();
        IndexWatermark mark = caughtUp.getNow(null);
        if (isAllIndexed && mark != null) {
            mark.reached(clock.instant());
            mark.keep(projects.all());
        }
    }
}

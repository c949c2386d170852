package dev.throughline.memory.project;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.ExtraFiles;
import dev.throughline.memory.index.PageFiles;
import dev.throughline.memory.index.PageIndex;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.index.TopicSearch;
import dev.throughline.memory.index.UnindexedSearch;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.ChangeResult;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.workspace.WorkspaceWatcher;
import dev.throughline.model.ProxyException;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.index.SearchIndex;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory of one project, and the index over it and over what was said in its sessions. Whoever wrote a page, an
 * agent or an editor, the next search finds it: before a search the index is brought up to date. Safe for use by many
 * threads.
 */
public final class ProjectMemory implements AutoCloseable {
    public static final int MOST_RESULTS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(ProjectMemory.class);
    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * What a room needs from outside.
     *
     * @param embedding by what meaning is compared; closed by whoever made it
     * @param patience how long a search waits until what was written last is found by meaning too; for who asks
     *     once and goes
     * @param elsewhere searches instead of us, where another process has the index
     */
    public record Dependencies(
            Clock clock,
            HelperModel helper,
            ConfiguredEmbedder embedding,
            MemoryLimits limits,
            SearchSettings search,
            Duration patience,
            Optional<Function<SearchQuery, SearchResult>> elsewhere) {}

    private final Project project;
    private final Dependencies dependencies;
    private final WorkspaceMemory memory;
    private final PageIndex pages;
    private final Object watching = new Object();
    private @Nullable WorkspaceWatcher watcher;
    private boolean isUnwatched;

    private ProjectMemory(Project project, Dependencies dependencies, Future<?> before) {
        this.project = project;
        this.dependencies = dependencies;
        this.memory = new WorkspaceMemory(
                new Workspace(project.workspace(), dependencies.clock()),
                dependencies.helper(),
                this::topics,
                dependencies.limits());
        this.pages = new PageIndex(
                project.index(),
                new PageFiles(
                        memory.workspace(), new ExtraFiles(dependencies.search().paths()), dependencies.clock()),
                () -> new IndexSettings(
                        dependencies.embedding().choice().embedder(),
                        InstantSource.system(),
                        dependencies.search().sizes()),
                new PageIndex.Means(dependencies.clock(), project.isShared(), before));
    }

    /** Opens the memory of a project. Nothing is written before something is remembered. */
    public static ProjectMemory open(Project project, Dependencies dependencies) {
        return open(project, dependencies, CompletableFuture.completedFuture(null));
    }

    /** The same where the one before it may still be closing, which has the index until then. */
    static ProjectMemory open(Project project, Dependencies dependencies, Future<?> before) {
        return new ProjectMemory(project, dependencies, before);
    }

    public Project project() {
        return project;
    }

    public WorkspaceMemory memory() {
        return memory;
    }

    /** Why meaning is not compared, if it is not. */
    public Optional<String> trouble() {
        return dependencies.elsewhere().isPresent()
                ? Optional.empty()
                : dependencies.embedding().choice().trouble();
    }

    /** What memory says about something, the best first. */
    public SearchResult search(String text, int most, double least) {
        return search(query(text).most(most).atLeast(least).in(SearchScope.MEMORY));
    }

    /** A query whose hits are put in order as it is set. */
    public SearchQuery query(String text) {
        return dependencies.search().order().of(text, LocalDate.now(dependencies.clock()));
    }

    /** What fits a query, the best first. Answers always: what is wrong stands in the answer's status. */
    public SearchResult search(SearchQuery asked) {
        SearchQuery query = asked.saying(Redaction.of(asked.text()).text());
        return dependencies
                .elsewhere()
                .flatMap(elsewhere -> elsewhere(elsewhere, query))
                .orElseGet(() -> counted(here(query)));
    }

    /** What is found counts as used; whoever searches elsewhere counts there. */
    private SearchResult counted(SearchResult answer) {
        memory.used(paths(answer));
        return answer;
    }

    private static Optional<SearchResult> elsewhere(Function<SearchQuery, SearchResult> elsewhere, SearchQuery query) {
        try {
            return Optional.of(elsewhere.apply(query));
        } catch (ProxyException e) {
            LOG.info("the gateway does not answer, so its files are searched: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private SearchResult here(SearchQuery query) {
        boolean isAboutPages = query.scopes().isEmpty() || query.scopes().contains(SearchScope.MEMORY);
        return answer(query, isAboutPages ? lookAtPages() : new PageIndex.State(List.of(), List.of()));
    }

    /** Brings the index up to date, once for all that is asked of it at the same moment. */
    private PageIndex.State lookAtPages() {
        try {
            PageIndex.State state = pages.refresh();
            settle();
            return state;
        } catch (ProxyException e) {
            return new PageIndex.State(List.of(), List.of("pages that changed lately may be missing: " + e.sentence()));
        }
    }

    private SearchResult answer(SearchQuery query, PageIndex.State state) {
        try {
            SearchResult indexed = pages.isMade()
                    ? pages.index().search(query)
                    : new SearchResult(List.of(), new SearchStatus.Ok(), 0);
            SearchResult answer = new SearchResult(
                    indexed.hits(), status(indexed.status(), state.troubles()), indexed.waiting(), indexed.unfit());
            return with(UnindexedSearch.find(query, state.missing()), answer, query);
        } catch (ProxyException e) {
            return new SearchResult(
                    List.of(),
                    new SearchStatus.Unavailable(
                            e.sentence(), "look at the disk, then: throughline memory index --rebuild"),
                    0);
        }
    }

    /** A status with what is wrong with pages. */
    private static SearchStatus status(SearchStatus status, List<String> troubles) {
        String all = String.join("; ", troubles);
        return troubles.isEmpty()
                ? status
                : switch (status) {
                    case SearchStatus.Ok _ -> new SearchStatus.Degraded(all);
                    case SearchStatus.Degraded before -> new SearchStatus.Degraded(before.why() + "; " + all);
                    case SearchStatus.Unavailable not -> not;
                };
    }

    /** An answer with hits before it that the index does not know yet. */
    private static SearchResult with(List<SearchHit> fresh, SearchResult answer, SearchQuery query) {
        if (fresh.isEmpty()) {
            return answer;
        }
        List<SearchHit> hits = new ArrayList<>(fresh);
        List<String> ids = fresh.stream().map(SearchHit::id).toList();
        answer.hits().stream().filter(hit -> !ids.contains(hit.id())).forEach(hits::add);
        return new SearchResult(
                hits.subList(0, Math.min(query.maxResults(), hits.size())),
                answer.status(),
                answer.waiting(),
                answer.unfit());
    }

    /**
     * Keeps the index up to date from now on, whoever changes pages, so that meaning is known before it is asked for.
     * Where nothing was ever remembered there is nothing to watch, and where it cannot be watched, searches look.
     */
    public void watch() {
        synchronized (watching) {
            if (watcher != null || isUnwatched || !Files.isDirectory(project.workspace())) {
                return;
            }
            try {
                watcher = new WorkspaceWatcher(memory.workspace(), (_, _) -> refresh());
            } catch (ProxyException e) {
                isUnwatched = true;
                LOG.warn(
                        "{} cannot be watched, so it is looked at with every search: {}",
                        project.workspace(),
                        e.getMessage());
            }
        }
    }

    private void refresh() {
        try {
            pages.refresh();
        } catch (ProxyException e) {
            LOG.warn("pages that changed are not found yet: {}", e.getMessage());
        }
    }

    /** Indexes what was said, each piece once; false if another process has the index. */
    public boolean index(Collection<SearchDocument> said) {
        SearchIndex index = pages.index();
        if (index.isReadOnly()) {
            return false;
        }
        index.put(said.stream()
                .filter(document -> !index.contains(document.id(), document.hash()))
                .toList());
        return true;
    }

    /** Brings the index up to date and says how it is. */
    public IndexStatus indexed() {
        PageIndex.State state = pages.refresh();
        if (!pages.isMade()) {
            return IndexStatus.NOTHING;
        }
        IndexStatus index = pages.index().status();
        return index.as(status(index.status(), state.troubles()));
    }

    /** Waits until all pages are found by meaning too, but not for long. */
    private void settle() {
        long end = System.nanoTime() + dependencies.patience().toNanos();
        while (System.nanoTime() < end
                && pages.isMade()
                && pages.index().status().unfinished() > 0) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Makes the index anew out of the pages, and of what was said. */
    public void rebuild(Iterable<SearchDocument> said) {
        pages.rebuild(said);
    }

    /** Lets a page go; it can be brought back by an undo. */
    public ChangeResult delete(String by, String path) {
        Page page = memory.workspace()
                .read(new MemoryPath(path))
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER, "memory_no_page", "expected a page at " + path + ", found none"));
        return memory.workspace().change(by, List.of(new PageChange.Delete(page)));
    }

    private List<MemoryPath> topics(String words, TopicManifest manifest, int most) {
        PageIndex.State state = lookAtPages();
        return new TopicSearch(
                        query -> answer(query, state), dependencies.embedding().nearness())
                .find(Redaction.of(words).text(), manifest, most);
    }

    private static List<MemoryPath> paths(SearchResult answer) {
        return answer.hits().stream()
                .filter(hit -> hit.scope() == SearchScope.MEMORY)
                .map(SearchHit::path)
                .filter(MemoryPath::isPath)
                .map(MemoryPath::new)
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        synchronized (watching) {
            isUnwatched = true;
            if (watcher != null) {
                watcher.close();
            }
        }
        memory.settle();
        pages.close();
    }
}

package dev.throughline.memory.project;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.ExtraFiles;
import dev.throughline.memory.index.PageFiles;
import dev.throughline.memory.index.PageIndex;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.memory.index.UnindexedSearch;
import dev.throughline.memory.inject.TopicSearch;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Operation;
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
 * The memory of one project, with the index over its pages and over the items of its sessions. The index is brought
 * up to date before each search, so that a search finds every page, whether an agent or an editor wrote it. Safe for
 * use by many threads.
 */
public final class ProjectMemory implements AutoCloseable {
    public static final int MAX_RESULTS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(ProjectMemory.class);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /**
     * The options for opening memories.
     *
     * @param embedder for semantic search; the caller closes it
     * @param embeddingTime how long a search waits until changed pages are embedded; for a process that searches once
     * @param remoteSearch searches in the gateway that has the index open, if another process does
     */
    public record OpenOptions(
            Clock clock,
            HelperModel helper,
            ConfiguredEmbedder embedder,
            MemoryLimits limits,
            SearchSettings search,
            Duration embeddingTime,
            Optional<Function<SearchQuery, SearchResult>> remoteSearch) {}

    private final Project project;
    private final OpenOptions options;
    private final WorkspaceMemory memory;
    private final PageIndex pages;
    private final Object watchLock = new Object();
    private @Nullable WorkspaceWatcher watcher;
    private boolean isWatchImpossible;

    /** Opens the memory of a project. Nothing is written to the disk before something is remembered. */
    public static ProjectMemory open(Project project, OpenOptions options) {
        return new ProjectMemory(project, options, CompletableFuture.completedFuture(null));
    }

    /** @param previousClosed completes when the previous memory of the project has released the index */
    ProjectMemory(Project project, OpenOptions options, Future<?> previousClosed) {
        this.project = project;
        this.options = options;
        this.memory = new WorkspaceMemory(
                new Workspace(project.workspace(), options.clock()), options.helper(), this::topics, options.limits());
        this.pages = new PageIndex(
                project.index(),
                project.isShared(),
                new PageFiles(
                        memory.workspace(),
                        new ExtraFiles(project.isOwners() ? options.search().paths() : List.of()),
                        options.clock()),
                () -> new IndexSettings(
                        options.embedder().choice().embedder(),
                        InstantSource.system(),
                        options.search().sizes()),
                previousClosed);
    }

    public Project project() {
        return project;
    }

    public WorkspaceMemory memory() {
        return memory;
    }

    /** The reason why semantic search is off although it is configured. */
    public Optional<String> trouble() {
        return options.remoteSearch().isPresent()
                ? Optional.empty()
                : options.embedder().choice().trouble();
    }

    /** A query with the configured order of hits. */
    public SearchQuery query(String text) {
        return options.search().order().of(text, LocalDate.now(options.clock()));
    }

    /** Searches the index, best hits first. Problems are reported in the status of the result. */
    public SearchResult search(SearchQuery query) {
        SearchQuery redacted = query.saying(Redaction.of(query.text()).text());
        return options.remoteSearch()
                .flatMap(remote -> searchRemote(remote, redacted))
                .orElseGet(() -> searchHere(redacted));
    }

    private static Optional<SearchResult> searchRemote(Function<SearchQuery, SearchResult> remote, SearchQuery query) {
        try {
            return Optional.of(remote.apply(query));
        } catch (ProxyException e) {
            LOG.info("the gateway does not answer, so its files are searched: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Searches in this process. The pages that are found count as used. */
    private SearchResult searchHere(SearchQuery query) {
        boolean isAboutPages = query.scopes().isEmpty() || query.scopes().contains(SearchScope.MEMORY);
        SearchResult result = searchIndex(query, isAboutPages ? refreshIndex() : PageIndex.IndexState.UP_TO_DATE);
        memory.used(result.hits().stream()
                .filter(hit -> hit.scope() == SearchScope.MEMORY)
                .map(SearchHit::path)
                .filter(MemoryPath::isPath)
                .map(MemoryPath::new)
                .distinct()
                .toList());
        return result;
    }

    private PageIndex.IndexState refreshIndex() {
        try {
            PageIndex.IndexState state = pages.refresh();
            awaitEmbedding();
            return state;
        } catch (ProxyException e) {
            return new PageIndex.IndexState(
                    List.of(), List.of("pages that changed lately may be missing: " + e.sentence()));
        }
    }

    private void awaitEmbedding() {
        long end = System.nanoTime() + options.embeddingTime().toNanos();
        while (System.nanoTime() < end
                && pages.isAvailable()
                && pages.index().status().unfinished() > 0) {
            LockSupport.parkNanos(POLL_INTERVAL.toNanos());
        }
    }

    private SearchResult searchIndex(SearchQuery query, PageIndex.IndexState state) {
        try {
            SearchResult indexed = pages.isAvailable()
                    ? pages.index().search(query)
                    : new SearchResult(List.of(), new SearchStatus.Ok(), 0);
            // Hits in pages that are not indexed yet come first.
            List<SearchHit> hits = new ArrayList<>(UnindexedSearch.find(query, state.unindexed()));
            List<String> ids = hits.stream().map(SearchHit::id).toList();
            indexed.hits().stream().filter(hit -> !ids.contains(hit.id())).forEach(hits::add);
            return new SearchResult(
                    ids.isEmpty() ? hits : hits.subList(0, Math.min(query.maxResults(), hits.size())),
                    status(indexed.status(), state.troubles()),
                    indexed.waiting(),
                    indexed.unfit());
        } catch (ProxyException e) {
            return new SearchResult(
                    List.of(),
                    new SearchStatus.Unavailable(
                            e.sentence(), "look at the disk, then: throughline memory index --rebuild"),
                    0);
        }
    }

    /** Adds the problems with pages to a status. */
    private static SearchStatus status(SearchStatus status, List<String> troubles) {
        String all = String.join("; ", troubles);
        return troubles.isEmpty()
                ? status
                : switch (status) {
                    case SearchStatus.Ok _ -> new SearchStatus.Degraded(all);
                    case SearchStatus.Degraded before -> new SearchStatus.Degraded(before.why() + "; " + all);
                    case SearchStatus.Unavailable unavailable -> unavailable;
                };
    }

    /** Selects the topics that fit a message; the search is the one of {@link #search}, but counts no uses. */
    private List<MemoryPath> topics(String message, TopicManifest manifest, int most) {
        PageIndex.IndexState state = refreshIndex();
        return new TopicSearch(
                        query -> searchIndex(query, state), options.embedder().nearness())
                .find(Redaction.of(message).text(), manifest, most);
    }

    /**
     * Keeps the index up to date with the pages from now on, so that they are embedded before a search. Does nothing
     * if there is no workspace yet. If the folder cannot be watched, each search compares all pages.
     */
    public void watch() {
        synchronized (watchLock) {
            if (watcher != null || isWatchImpossible || !Files.isDirectory(project.workspace())) {
                return;
            }
            try {
                watcher = new WorkspaceWatcher(memory.workspace(), (_, _) -> refreshQuietly());
            } catch (ProxyException e) {
                isWatchImpossible = true;
                LOG.warn(
                        "{} cannot be watched, so each search compares all pages: {}",
                        project.workspace(),
                        e.getMessage());
            }
        }
    }

    private void refreshQuietly() {
        try {
            pages.refresh();
        } catch (ProxyException e) {
            LOG.warn("changed pages are not indexed yet: {}", e.getMessage());
        }
    }

    /** Indexes documents of sessions that are not indexed yet; returns false if another process has the index. */
    public boolean index(Collection<SearchDocument> documents) {
        SearchIndex index = pages.index();
        if (index.isReadOnly()) {
            return false;
        }
        index.put(documents.stream()
                .filter(document -> !index.contains(document.id(), document.hash()))
                .toList());
        return true;
    }

    /** Removes the documents on a shelf from the index; returns false if another process has the index. */
    public boolean removeFromIndex(String shelf) {
        if (!pages.isAvailable()) {
            return true; // There is no index.
        }
        if (pages.index().isReadOnly()) {
            return false;
        }
        pages.index().removeShelf(shelf);
        return true;
    }

    /** Brings the index up to date and returns its status. */
    public IndexStatus indexed() {
        PageIndex.IndexState state = pages.refresh();
        if (!pages.isAvailable()) {
            return IndexStatus.NOTHING;
        }
        IndexStatus index = pages.index().status();
        return index.as(status(index.status(), state.troubles()));
    }

    /** Rebuilds the index from the pages and from these documents of sessions. */
    public void rebuild(Iterable<SearchDocument> documents) {
        pages.rebuild(documents);
    }

    /** Deletes a page, unless somebody edits it at the same time; an undo restores it. */
    public Optional<Operation> delete(String by, String path) {
        Page page = memory.workspace()
                .read(new MemoryPath(path))
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER, "memory_no_page", "expected a page at " + path + ", found none"));
        return memory.workspace().change(by, List.of(new PageChange.Delete(page)));
    }

    @Override
    public void close() {
        synchronized (watchLock) {
            isWatchImpossible = true;
            if (watcher != null) {
                watcher.close();
            }
        }
        memory.settle();
        pages.close();
    }
}

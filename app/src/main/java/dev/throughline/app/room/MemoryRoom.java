package dev.throughline.app.room;

import dev.throughline.app.config.SearchSettings;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Measures;
import dev.throughline.memory.Memory;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.workspace.Change;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.Outcome;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Watcher;
import dev.throughline.model.ProxyException;
import dev.throughline.search.Answer;
import dev.throughline.search.Document;
import dev.throughline.search.Hit;
import dev.throughline.search.IndexStatus;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
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
public final class MemoryRoom implements AutoCloseable {
    public static final int MOST_RESULTS = 50;

    private static final Logger LOG = LoggerFactory.getLogger(MemoryRoom.class);
    private static final Duration LOOK = Duration.ofMillis(20);

    /**
     * What a room needs from outside.
     *
     * @param embedding by what meaning is compared; closed by whoever made it
     * @param patience how long a search waits until what was written last is found by meaning too; for who asks
     *     once and goes
     * @param elsewhere searches instead of us, where another process has the index
     */
    public record Means(
            Clock clock,
            HelperModel helper,
            Embedding embedding,
            Measures measures,
            SearchSettings search,
            Duration patience,
            Optional<Function<Query, Answer>> elsewhere) {}

    private final Project project;
    private final Means means;
    private final Memory memory;
    private final PageIndex pages;
    private final Object watching = new Object();
    private @Nullable Watcher watcher;
    private boolean isUnwatched;

    private MemoryRoom(Project project, Means means, Future<?> before) {
        this.project = project;
        this.means = means;
        this.memory = new Memory(
                project.workspace(), new Memory.Means(means.clock(), means.helper(), this::topics, means.measures()));
        this.pages = new PageIndex(
                project,
                new PageFiles(memory.workspace(), new Extras(means.search().paths()), means.clock()),
                () -> new Settings(
                        means.embedding().choice().embedder(),
                        InstantSource.system(),
                        means.search().measure()),
                new PageIndex.Means(means.clock(), before));
    }

    /** Opens the memory of a project. Nothing is written before something is remembered. */
    public static MemoryRoom open(Project project, Means means) {
        return open(project, means, CompletableFuture.completedFuture(null));
    }

    /** The same where the one before it may still be closing, which has the index until then. */
    static MemoryRoom open(Project project, Means means, Future<?> before) {
        return new MemoryRoom(project, means, before);
    }

    public Project project() {
        return project;
    }

    public Memory memory() {
        return memory;
    }

    /** Why meaning is not compared, if it is not. */
    public Optional<String> trouble() {
        return means.elsewhere().isPresent()
                ? Optional.empty()
                : means.embedding().choice().trouble();
    }

    /** What memory says about something, the best first. */
    public Answer search(String text, int most, double least) {
        return search(query(text).most(most).atLeast(least).in(Scope.MEMORY));
    }

    /** A query whose hits are put in order as it is set. */
    public Query query(String text) {
        return means.search().order().of(text, LocalDate.now(means.clock()));
    }

    /** What fits a query, the best first. Answers always: what is wrong stands in the answer's status. */
    public Answer search(Query asked) {
        Query query = asked.saying(Redaction.of(asked.text()).text());
        return means.elsewhere()
                .flatMap(elsewhere -> elsewhere(elsewhere, query))
                .orElseGet(() -> counted(here(query)));
    }

    /** What is found counts as used; whoever searches elsewhere counts there. */
    private Answer counted(Answer answer) {
        memory.used(paths(answer));
        return answer;
    }

    private static Optional<Answer> elsewhere(Function<Query, Answer> elsewhere, Query query) {
        try {
            return Optional.of(elsewhere.apply(query));
        } catch (ProxyException e) {
            LOG.info("the gateway does not answer, so its files are searched: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private Answer here(Query query) {
        boolean isAboutPages = query.scopes().isEmpty() || query.scopes().contains(Scope.MEMORY);
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

    private Answer answer(Query query, PageIndex.State state) {
        try {
            Answer indexed = pages.isMade() ? pages.index().search(query) : new Answer(List.of(), new Status.Ok(), 0);
            Answer answer = new Answer(
                    indexed.hits(), status(indexed.status(), state.troubles()), indexed.waiting(), indexed.unfit());
            return with(Unindexed.find(query, state.missing()), answer, query);
        } catch (ProxyException e) {
            return new Answer(
                    List.of(),
                    new Status.Unavailable(e.sentence(), "look at the disk, then: throughline memory index --rebuild"),
                    0);
        }
    }

    /** A status with what is wrong with pages. */
    private static Status status(Status status, List<String> troubles) {
        String all = String.join("; ", troubles);
        return troubles.isEmpty()
                ? status
                : switch (status) {
                    case Status.Ok _ -> new Status.Degraded(all);
                    case Status.Degraded before -> new Status.Degraded(before.why() + "; " + all);
                    case Status.Unavailable not -> not;
                };
    }

    /** An answer with hits before it that the index does not know yet. */
    private static Answer with(List<Hit> fresh, Answer answer, Query query) {
        if (fresh.isEmpty()) {
            return answer;
        }
        List<Hit> hits = new ArrayList<>(fresh);
        List<String> ids = fresh.stream().map(Hit::id).toList();
        answer.hits().stream().filter(hit -> !ids.contains(hit.id())).forEach(hits::add);
        return new Answer(
                hits.subList(0, Math.min(query.mostResults(), hits.size())),
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
                watcher = memory.watch((_, _) -> refresh());
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

    /** Takes in what was said, each piece once; says whether it did, which it cannot while another has the index. */
    public boolean hear(Collection<Document> said) {
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
        long end = System.nanoTime() + means.patience().toNanos();
        while (System.nanoTime() < end
                && pages.isMade()
                && pages.index().status().unfinished() > 0) {
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Makes the index anew out of the pages, and of what was said. */
    public void rebuild(Iterable<Document> said) {
        pages.rebuild(said);
    }

    /** Lets a page go; it can be brought back by an undo. */
    public Outcome delete(String by, String path) {
        Page page = memory.workspace()
                .read(new MemoryPath(path))
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER, "memory_no_page", "expected a page at " + path + ", found none"));
        return memory.workspace().change(by, List.of(new Change.Delete(page)));
    }

    private List<MemoryPath> topics(String words, Manifest manifest, int most) {
        PageIndex.State state = lookAtPages();
        return new Topics(query -> answer(query, state), means.embedding().nearness())
                .find(Redaction.of(words).text(), manifest, most);
    }

    private static List<MemoryPath> paths(Answer answer) {
        return answer.hits().stream()
                .filter(hit -> hit.scope() == Scope.MEMORY)
                .map(Hit::path)
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

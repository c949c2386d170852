package dev.throughline.app.room;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Memory;
import dev.throughline.memory.secret.Redaction;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.workspace.Change;
import dev.throughline.memory.workspace.Listing;
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
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memory of one project, and the index over it and over what was said in its sessions. Whoever wrote a page, an
 * agent or an editor, the next search finds it: before a search the index is brought up to date. Safe for use by many
 * threads.
 */
public final class MemoryRoom implements AutoCloseable {
    public static final int MOST_RESULTS = 50;

    /** The beginning of the ids of pages in the index; what was said has others. */
    private static final String PAGE = "page:";

    /** How exact the times of files may be: a page that was changed just now is looked at again. */
    private static final Duration GRAIN = Duration.ofSeconds(2);

    private static final Duration LOOK = Duration.ofMillis(20);

    /** Lucene wishes on standard error for a module of the JDK that is not finished; it does well without. */
    private static final Logger LUCENE = Logger.getLogger("org.apache.lucene");

    static {
        LUCENE.setLevel(Level.SEVERE);
    }

    private static final Pattern DAILY = Pattern.compile("memory/(\\d{4}-\\d{2}-\\d{2})\\.md");

    /**
     * What a room needs from outside.
     *
     * @param embedding by what meaning is compared; closed by whoever made it
     * @param extractEveryTurns how often topics are learnt
     * @param extras files and folders beside the workspace that are searched too
     * @param elsewhere searches instead of us, where another process has the index
     */
    public record Means(
            Clock clock,
            HelperModel helper,
            Embedding embedding,
            int extractEveryTurns,
            List<Path> extras,
            Optional<Function<Query, Answer>> elsewhere) {
        public Means {
            extras = List.copyOf(extras);
        }
    }

    /** A page as it was when it was last read. */
    private record Stamp(long bytes, Instant modified, boolean isSettled) {
        static Stamp of(long bytes, Instant modified, Instant settled) {
            return new Stamp(bytes, modified, modified.isBefore(settled));
        }
    }

    private final Project project;
    private final Means means;
    private final Memory memory;
    private final Map<String, Stamp> known = new HashMap<>();
    private @Nullable SearchIndex opened;
    private @Nullable Watcher watcher;
    private boolean isKnown;

    private MemoryRoom(Project project, Means means) {
        this.project = project;
        this.means = means;
        this.memory = new Memory(
                project.workspace(),
                new Memory.Means(means.clock(), means.helper(), this::topics, Math.max(1, means.extractEveryTurns())));
    }

    /** Opens the memory of a project. Nothing is written before something is remembered. */
    public static MemoryRoom open(Project project, Means means) {
        return new MemoryRoom(project, means);
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
        return search(Query.of(text).most(most).atLeast(least).in(Scope.MEMORY));
    }

    /** What fits a query, the best first. */
    public Answer search(Query query) {
        if (means.elsewhere().isPresent()) {
            return means.elsewhere().get().apply(query);
        }
        if (query.scopes().isEmpty() || query.scopes().contains(Scope.MEMORY)) {
            refresh();
        }
        Answer answer = index().search(query);
        List<Hit> pages = answer.hits().stream()
                .filter(hit -> hit.scope() == Scope.MEMORY)
                .toList();
        memory.used(paths(new Answer(pages, answer.status(), 0)));
        return answer;
    }

    /**
     * Keeps the index up to date from now on, whoever changes pages, so that meaning is known before it is asked for.
     * Where nothing was ever remembered there is nothing to watch.
     */
    synchronized void watch() {
        if (watcher == null && Files.isDirectory(project.workspace())) {
            watcher = memory.watch((_, _) -> refresh());
        }
    }

    /** Takes in what was said, each piece once. */
    public void hear(Collection<Document> said) {
        SearchIndex index = index();
        if (!index.status().isReadOnly()) {
            index.put(said.stream()
                    .filter(document -> !index.contains(document.id(), document.hash()))
                    .toList());
        }
    }

    /** Brings the index up to date and says how it is. */
    public IndexStatus indexed() {
        refresh();
        return index().status();
    }

    /** Waits until all pages are found by meaning too, but not for long; for who asks once and goes. */
    public void settle(Duration most) {
        if (means.elsewhere().isPresent()) {
            return;
        }
        long end = System.nanoTime() + most.toNanos();
        try {
            while (indexed().unfinished() > 0 && System.nanoTime() < end) {
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the index anew out of the pages; what was said stays in it. */
    public void rebuild() {
        refresh();
        index().rebuild();
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
        refresh();
        return new Topics(index()::search).find(words, manifest, most);
    }

    private static List<MemoryPath> paths(Answer answer) {
        return answer.hits().stream()
                .map(Hit::path)
                .filter(MemoryPath::isPath)
                .map(MemoryPath::new)
                .distinct()
                .toList();
    }

    private synchronized SearchIndex index() {
        SearchIndex index = opened == null
                ? SearchIndex.open(
                        project.index(),
                        Settings.with(means.embedding().choice().embedder()))
                : opened;
        opened = index;
        return index;
    }

    /** Takes what changed since the last search, by whomever, into the index. */
    private synchronized void refresh() {
        SearchIndex index = index();
        if (index.status().isReadOnly()) {
            return; // Another process keeps it up to date.
        }
        if (!isKnown) {
            index.ids().stream()
                    .filter(id -> id.startsWith(PAGE))
                    .forEach(id -> known.put(id.substring(PAGE.length()), new Stamp(-1, Instant.EPOCH, false)));
            isKnown = true;
        }
        Map<String, Stamp> there = new HashMap<>();
        Instant settled = means.clock().instant().minus(GRAIN);
        for (Listing.Entry entry : memory.workspace().list().pages()) {
            there.put(entry.path().text(), Stamp.of(entry.bytes(), entry.modified(), settled));
        }
        for (Extras.Found found : new Extras(means.extras()).list()) {
            there.put(found.path().toString(), Stamp.of(found.bytes(), found.modified(), settled));
        }
        List<Document> changed = new ArrayList<>();
        there.forEach((path, stamp) -> {
            if (!stamp.isSettled() || !stamp.equals(known.get(path))) {
                document(path)
                        .filter(document -> !index.contains(document.id(), document.hash()))
                        .ifPresent(changed::add);
            }
        });
        index.put(changed);
        known.keySet().stream().filter(path -> !there.containsKey(path)).forEach(path -> index.remove(PAGE + path));
        known.clear();
        known.putAll(there);
    }

    /** A page of the workspace, or a file beside it, whose path is absolute. */
    private Optional<Document> document(String path) {
        return path.startsWith("/")
                ? Extras.read(Path.of(path))
                        .map(text -> new Document(
                                PAGE + path,
                                Scope.MEMORY,
                                "",
                                path,
                                null,
                                "",
                                Redaction.of(text).text()))
                : memory.workspace().read(new MemoryPath(path)).map(MemoryRoom::document);
    }

    private static Document document(Page page) {
        String path = page.path().text();
        // A person may have written a secret down; the page is theirs, but the index shows it to agents.
        String text = Redaction.of(page.text()).text();
        Document document = new Document(PAGE + path, Scope.MEMORY, "", path, null, "", text);
        Matcher daily = DAILY.matcher(path);
        try {
            return daily.matches() ? document.dated(LocalDate.parse(daily.group(1))) : document;
        } catch (DateTimeParseException e) {
            return document; // A file like memory/2026-13-99.md is a person's, and as good as any other.
        }
    }

    @Override
    public void close() {
        Watcher watching;
        synchronized (this) {
            watching = watcher;
        }
        if (watching != null) {
            watching.close(); // Not under the lock: its last look waits for that.
        }
        synchronized (this) {
            if (opened != null) {
                opened.close();
            }
        }
    }
}

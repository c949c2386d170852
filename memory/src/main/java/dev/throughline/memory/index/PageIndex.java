package dev.throughline.memory.index;

import dev.throughline.files.PrivateFiles;
import dev.throughline.memory.index.PageFiles.Stamp;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.index.IndexSettings;
import dev.throughline.search.index.SearchIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of one project, kept up to date with the pages of its workspace and the extra files. It is opened at its
 * first use, and created when there is something to index. While another process has it open for writing, it is
 * read-only here, and every few seconds opening it for writing is tried again. Safe for use by many threads.
 *
 * <p>A page that cannot be read is removed from the index, so that search does not quote what {@code memory_get} cannot
 * return. The result of a search names such pages, and they are indexed again as soon as they can be read.
 */
public final class PageIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageIndex.class);
    private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

    /** The characters that are read before they are indexed. */
    private static final long BATCH_CHARACTERS = 8 << 20;

    /**
     * The completeness of the index.
     *
     * @param unindexed pages that are not in the index, to be searched without it
     * @param troubles the reasons why other pages may not be found
     */
    public record IndexState(List<SearchDocument> unindexed, List<String> troubles) {
        public static final IndexState UP_TO_DATE = new IndexState(List.of(), List.of());
    }

    private final Path folder;
    private final boolean isShared;
    private final PageFiles files;
    private final Supplier<IndexSettings> settings;
    private final Future<?> previousClosed;
    private final Object openLock = new Object();
    private final ReentrantLock rebuildLock = new ReentrantLock();
    private final List<SearchIndex> replaced = new ArrayList<>();
    private final Map<String, Stamp> indexedStamps = new HashMap<>();
    private final UnreadablePages unreadable;
    private @Nullable SearchIndex opened;
    private boolean areStampsLoaded;
    private boolean isClosed;
    private long openedAt;

    /**
     * The index in a folder.
     *
     * @param isShared whether it is the index of the shared memory, which extra files alone are enough to create
     * @param previousClosed completes when the previous user of the index in this process has closed it
     */
    public PageIndex(
            Path folder,
            boolean isShared,
            PageFiles files,
            Supplier<IndexSettings> settings,
            Future<?> previousClosed) {
        this.folder = folder;
        this.isShared = isShared;
        this.files = files;
        this.settings = settings;
        this.previousClosed = previousClosed;
        this.unreadable = new UnreadablePages(files);
    }

    /** Whether there is an index, or something to create it from. A search alone does not create one. */
    public boolean isAvailable() {
        synchronized (openLock) {
            return opened != null
                    || Files.isDirectory(folder)
                    || files.hasWorkspace()
                    || (isShared && !files.extras().list().isEmpty());
        }
    }

    /** The open index. */
    public SearchIndex index() {
        synchronized (openLock) {
            if (isClosed) {
                throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
            }
            SearchIndex index = opened == null ? open() : opened;
            if (index.isReadOnly() && System.nanoTime() - openedAt > RETRY_INTERVAL.toNanos()) {
                index = writable(index);
            }
            opened = index;
            return index;
        }
    }

    private SearchIndex open() {
        awaitPrevious();
        openedAt = System.nanoTime();
        makePrivate(folder);
        return SearchIndex.open(folder, settings.get());
    }

    /** Waits for the previous user. If that takes too long, the index is read-only at first. */
    private void awaitPrevious() {
        try {
            previousClosed.get(RETRY_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("the index in {} is still being closed, so it is read-only for now", folder);
        }
    }

    /** Creates the folder so that only its owner can read it. */
    private static void makePrivate(Path folder) {
        try {
            PrivateFiles.createDirectories(folder);
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "search_index",
                    "The index in " + folder + " cannot be created: " + Cause.words(e),
                    e);
        }
    }

    /** Tries to open the index for writing; the read-only one stays open for searches in progress. */
    private SearchIndex writable(SearchIndex index) {
        SearchIndex other = open();
        if (other.isReadOnly()) {
            other.close();
            return index;
        }
        replaced.add(index);
        return other;
    }

    /** Indexes the pages that changed since the last time; returns those that could not be indexed. */
    public synchronized IndexState refresh() {
        if (!isAvailable()) {
            return extraFilesOnly();
        }
        SearchIndex index = index();
        PageFiles.FileStamps current = files.stamps();
        unreadable.retainOnly(current.stamps().keySet());
        List<SearchDocument> unindexed = List.of();
        if (index.isReadOnly()) {
            unindexed = unindexed(index, current.stamps());
        } else {
            indexChanged(index, current.stamps());
        }
        List<String> troubles = new ArrayList<>(current.troubles());
        troubles.addAll(unreadable.troubles());
        return new IndexState(unindexed, troubles);
    }

    /** After a failure, it is unknown what the index contains, and the next time all pages are compared with it. */
    private void indexChanged(SearchIndex index, Map<String, Stamp> current) {
        boolean isDone = false;
        try {
            if (!areStampsLoaded) {
                index.ids().stream()
                        .filter(id -> id.startsWith(PageFiles.ID))
                        .forEach(id -> indexedStamps.put(id.substring(PageFiles.ID.length()), Stamp.UNKNOWN));
                areStampsLoaded = true;
            }
            putChanged(index, current);
            indexedStamps.keySet().stream()
                    .filter(path -> !current.containsKey(path))
                    .forEach(path -> index.remove(PageFiles.ID + path));
            indexedStamps.clear();
            indexedStamps.putAll(current);
            isDone = true;
        } finally {
            if (!isDone) {
                reset();
            }
        }
    }

    private void putChanged(SearchIndex index, Map<String, Stamp> current) {
        List<SearchDocument> changed = new ArrayList<>();
        long characters = 0;
        for (Map.Entry<String, Stamp> each : current.entrySet()) {
            if (isDue(each.getKey(), each.getValue())) {
                Optional<SearchDocument> document = read(index, each.getKey(), each.getValue())
                        .filter(one -> !index.contains(one.id(), one.hash()));
                document.ifPresent(changed::add);
                characters += document.map(one -> one.text().length()).orElse(0);
            }
            if (characters > BATCH_CHARACTERS) {
                index.put(changed);
                changed.clear();
                characters = 0;
            }
        }
        index.put(changed);
    }

    private boolean isDue(String path, Stamp stamp) {
        return unreadable.contains(path)
                ? unreadable.isDue(path, stamp)
                : !stamp.isSettled() || !stamp.equals(indexedStamps.get(path));
    }

    /** Reads a page. If it could be read before and cannot now, it is removed from the index. */
    private Optional<SearchDocument> read(SearchIndex index, String path, Stamp stamp) {
        boolean wasUnreadable = unreadable.contains(path);
        Optional<SearchDocument> document = unreadable.read(path, stamp);
        if (unreadable.contains(path) && !wasUnreadable && indexedStamps.containsKey(path)) {
            index.remove(PageFiles.ID + path);
        }
        return document;
    }

    /** The pages that another process, which has the index open for writing, has not indexed yet. */
    private List<SearchDocument> unindexed(SearchIndex index, Map<String, Stamp> current) {
        List<SearchDocument> unindexed = new ArrayList<>();
        current.forEach((path, stamp) -> {
            if (isDue(path, stamp)) {
                Optional<SearchDocument> document = unreadable.read(path, stamp);
                if (document.isPresent()
                        && index.contains(document.get().id(), document.get().hash())) {
                    indexedStamps.put(path, stamp);
                } else {
                    document.ifPresent(unindexed::add);
                }
            }
        });
        areStampsLoaded = false; // Once the index is writable, the stamps are loaded from it.
        return unindexed;
    }

    /** The extra files, as many as can be searched without an index. */
    private IndexState extraFilesOnly() {
        List<SearchDocument> documents = new ArrayList<>();
        long characters = 0;
        for (ExtraFiles.ExtraFile found : files.extras().list()) {
            if (characters > BATCH_CHARACTERS) {
                return new IndexState(
                        documents, List.of("before something is remembered here, not all files are searched"));
            }
            Optional<SearchDocument> document = unreadable.read(found.path().toString(), Stamp.UNKNOWN);
            document.ifPresent(documents::add);
            characters += document.map(one -> one.text().length()).orElse(0);
        }
        return new IndexState(documents, unreadable.troubles());
    }

    /**
     * Rebuilds the index from the pages and from documents of sessions. Meanwhile the old index is searched and
     * updated; afterwards all pages are compared with the new one, since some may have changed after they were read.
     */
    public void rebuild(Iterable<SearchDocument> sessionDocuments) {
        rebuildLock.lock();
        try {
            Stream<SearchDocument> pages =
                    files.stamps().stamps().keySet().stream().flatMap(path -> readable(path).stream());
            Stream<SearchDocument> sessions =
                    StreamSupport.stream(sessionDocuments::spliterator, 0, /* parallel= */ false);
            index().rebuild(() -> Stream.concat(pages, sessions).iterator());
        } finally {
            rebuildLock.unlock();
            reset();
        }
    }

    private Optional<SearchDocument> readable(String path) {
        try {
            return files.read(path);
        } catch (ProxyException e) {
            return Optional.empty(); // The next search reports it.
        }
    }

    /** Resets the stamps and the unreadable pages, since it is unknown which pages the index contains. */
    private synchronized void reset() {
        indexedStamps.clear();
        unreadable.retainOnly(Set.of());
        areStampsLoaded = false;
    }

    @Override
    public void close() {
        synchronized (openLock) {
            isClosed = true;
            replaced.forEach(SearchIndex::close);
            if (opened != null) {
                opened.close();
            }
        }
    }
}

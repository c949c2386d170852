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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of one project, kept in step with the pages of its workspace and the files beside it. Opened at its first
 * use, and made when there is something to index. While another process has it, it is read as that one left it, and
 * every few seconds the right to write is tried for again. Safe for use by many threads.
 *
 * <p>A page that cannot be read is not in the index: what memory_get cannot show, search does not quote. The answer
 * names it, and it comes back as soon as it can be read.
 */
public final class PageIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageIndex.class);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

    /** Texts that are read before they are put. */
    private static final long BATCH_CHARACTERS = 8 << 20;

    /**
     * How the index stands to the pages.
     *
     * @param missing pages that it does not have and that can be searched without it
     * @param troubles why others may not be found
     */
    public record State(List<SearchDocument> missing, List<String> troubles) {}

    /**
     * What it needs beside pages.
     *
     * @param isShared whether it is of those who work in no project; files beside memory alone make an index for them
     * @param before completes when whoever had the index before has closed it
     */
    public record Means(Clock clock, boolean isShared, Future<?> before) {}

    private final Path folder;
    private final boolean isShared;
    private final PageFiles files;
    private final Supplier<IndexSettings> settings;
    private final Future<?> before;
    private final Object opening = new Object();
    private final ReentrantLock rebuilding = new ReentrantLock();
    private final List<SearchIndex> left = new ArrayList<>();
    private final Map<String, Stamp> known = new HashMap<>();
    private final UnreadablePages unread;
    private @Nullable SearchIndex opened;
    private boolean isKnown;
    private boolean isClosed;
    private long triedAt;

    public PageIndex(Path folder, PageFiles files, Supplier<IndexSettings> settings, Means means) {
        this.folder = folder;
        this.isShared = means.isShared();
        this.files = files;
        this.settings = settings;
        this.before = means.before();
        this.unread = new UnreadablePages(files, means.clock());
    }

    /**
     * Whether there is an index or something to make it of; a search alone makes none for a project that nobody
     * remembered anything in. Files beside memory belong to those who work in no project, as much as to any other.
     */
    public boolean isMade() {
        synchronized (opening) {
            return opened != null
                    || Files.isDirectory(folder)
                    || files.hasWorkspace()
                    || (isShared && !files.extras().list().isEmpty());
        }
    }

    /** The index as it is now. */
    public SearchIndex index() {
        synchronized (opening) {
            if (isClosed) {
                throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
            }
            SearchIndex index = opened == null ? open() : opened;
            if (index.isReadOnly() && System.nanoTime() - triedAt > TRY_AGAIN.toNanos()) {
                index = writable(index);
            }
            opened = index;
            return index;
        }
    }

    private SearchIndex open() {
        awaitBefore();
        triedAt = System.nanoTime();
        makePrivate(folder);
        return SearchIndex.open(folder, settings.get());
    }

    /** Who does not wait long enough reads what the one before left, and writes later. */
    private void awaitBefore() {
        try {
            before.get(TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("the index in {} is still being closed, so it is only read for now", folder);
        }
    }

    /** What is said and noted here is for nobody but its owner. */
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

    /** Tries to get the right to write; the one that is read from stays open for those who read. */
    private SearchIndex writable(SearchIndex index) {
        SearchIndex other = open();
        if (other.isReadOnly()) {
            other.close();
            return index;
        }
        left.add(index);
        return other;
    }

    /** Takes what changed since the last time, by whomever, into the index; says what could not be taken in. */
    public synchronized State refresh() {
        if (!isMade()) {
            return beside();
        }
        SearchIndex index = index();
        PageFiles.Seen seen = files.look();
        unread.keepOnly(seen.stamps().keySet());
        List<SearchDocument> missing = List.of();
        if (index.isReadOnly()) {
            missing = unindexed(index, seen.stamps());
        } else {
            takeIn(index, seen.stamps());
        }
        List<String> troubles = new ArrayList<>(seen.troubles());
        troubles.addAll(unread.troubles());
        return new State(missing, troubles);
    }

    /** What is known is true only as long as the index takes everything: after a failure all is compared again. */
    private void takeIn(SearchIndex index, Map<String, Stamp> there) {
        boolean isDone = false;
        try {
            if (!isKnown) {
                index.ids().stream()
                        .filter(id -> id.startsWith(PageFiles.ID))
                        .forEach(id -> known.put(id.substring(PageFiles.ID.length()), Stamp.UNKNOWN));
                isKnown = true;
            }
            putChanged(index, there);
            known.keySet().stream()
                    .filter(path -> !there.containsKey(path))
                    .forEach(path -> index.remove(PageFiles.ID + path));
            known.clear();
            known.putAll(there);
            isDone = true;
        } finally {
            if (!isDone) {
                forget();
            }
        }
    }

    private void putChanged(SearchIndex index, Map<String, Stamp> there) {
        List<SearchDocument> changed = new ArrayList<>();
        long characters = 0;
        for (Map.Entry<String, Stamp> each : there.entrySet()) {
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
        return unread.contains(path) ? unread.isDue(path, stamp) : !stamp.isSettled() || !stamp.equals(known.get(path));
    }

    /** What a page says; one that could be read before and cannot now leaves the index. */
    private Optional<SearchDocument> read(SearchIndex index, String path, Stamp stamp) {
        boolean wasUnread = unread.contains(path);
        Optional<SearchDocument> document = unread.read(path, stamp);
        if (unread.contains(path) && !wasUnread && known.containsKey(path)) {
            index.remove(PageFiles.ID + path);
        }
        return document;
    }

    /** Pages that another process, which has the index, has not taken in yet. */
    private List<SearchDocument> unindexed(SearchIndex index, Map<String, Stamp> there) {
        List<SearchDocument> missing = new ArrayList<>();
        there.forEach((path, stamp) -> {
            if (isDue(path, stamp)) {
                Optional<SearchDocument> document = unread.read(path, stamp);
                if (document.isPresent()
                        && index.contains(document.get().id(), document.get().hash())) {
                    known.put(path, stamp);
                } else {
                    document.ifPresent(missing::add);
                }
            }
        });
        isKnown = false; // What is known here is of another use when there is the right to write.
        return missing;
    }

    /** The files beside memory, as far as they can be searched without an index. */
    private State beside() {
        List<SearchDocument> some = new ArrayList<>();
        long characters = 0;
        for (ExtraFiles.Found found : files.extras().list()) {
            if (characters > BATCH_CHARACTERS) {
                return new State(some, List.of("before something is remembered here, not all files are searched"));
            }
            Optional<SearchDocument> document = unread.read(found.path().toString(), Stamp.UNKNOWN);
            document.ifPresent(some::add);
            characters += document.map(one -> one.text().length()).orElse(0);
        }
        return new State(some, unread.troubles());
    }

    /**
     * Makes the index anew: out of the pages, and of what was said. The old one is searched and takes changes
     * meanwhile; afterwards all pages are compared once, for those that changed between our reading and our putting.
     */
    public void rebuild(Iterable<SearchDocument> said) {
        rebuilding.lock();
        try {
            Iterator<SearchDocument> pages = files.look().stamps().keySet().stream()
                    .flatMap(path -> readable(path).stream())
                    .iterator();
            index().rebuild(() -> new Joined(pages, said.iterator()));
        } finally {
            rebuilding.unlock();
            forget();
        }
    }

    private Optional<SearchDocument> readable(String path) {
        try {
            return files.read(path);
        } catch (ProxyException e) {
            return Optional.empty(); // The next search finds that as well, and says so.
        }
    }

    /** Also what cannot be read: whether it has left the index is not known any more. */
    private synchronized void forget() {
        known.clear();
        unread.keepOnly(Set.of());
        isKnown = false;
    }

    private record Joined(Iterator<SearchDocument> first, Iterator<SearchDocument> then)
            implements Iterator<SearchDocument> {
        @Override
        public boolean hasNext() {
            return first.hasNext() || then.hasNext();
        }

        @Override
        public SearchDocument next() {
            return first.hasNext() ? first.next() : then.next();
        }
    }

    @Override
    public void close() {
        synchronized (opening) {
            isClosed = true;
            left.forEach(SearchIndex::close);
            if (opened != null) {
                opened.close();
            }
        }
    }
}

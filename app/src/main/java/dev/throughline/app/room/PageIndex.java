package dev.throughline.app.room;

import dev.throughline.app.room.PageFiles.Stamp;
import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import dev.throughline.search.Document;
import dev.throughline.search.index.SearchIndex;
import dev.throughline.search.index.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
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
final class PageIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PageIndex.class);
    private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Texts that are read before they are put. */
    private static final long BATCH_CHARACTERS = 8 << 20;

    /**
     * How the index stands to the pages.
     *
     * @param missing pages that it does not have and that can be searched without it
     * @param troubles why others may not be found
     */
    record State(List<Document> missing, List<String> troubles) {}

    /** What it needs beside pages: the time, and the end of who had the index before. */
    record Means(Clock clock, Future<?> before) {}

    private final Project project;
    private final PageFiles files;
    private final Supplier<Settings> settings;
    private final Future<?> before;
    private final Object opening = new Object();
    private final ReentrantLock rebuilding = new ReentrantLock();
    private final List<SearchIndex> left = new ArrayList<>();
    private final Map<String, Stamp> known = new HashMap<>();
    private final Unread unread;
    private @Nullable SearchIndex opened;
    private boolean isKnown;
    private boolean isClosed;
    private long triedAt;

    PageIndex(Project project, PageFiles files, Supplier<Settings> settings, Means means) {
        this.project = project;
        this.files = files;
        this.settings = settings;
        this.before = means.before();
        this.unread = new Unread(files, means.clock());
    }

    /**
     * Whether there is an index or something to make it of; a search alone makes none for a project that nobody
     * remembered anything in. Files beside memory belong to those who work in no project, as much as to any other.
     */
    boolean isMade() {
        synchronized (opening) {
            return opened != null
                    || Files.isDirectory(project.index())
                    || files.hasWorkspace()
                    || (project.name().isEmpty() && !files.extras().list().isEmpty());
        }
    }

    /** The index as it is now. */
    SearchIndex index() {
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
        makePrivate(project.index());
        return SearchIndex.open(project.index(), settings.get());
    }

    /** Who does not wait long enough reads what the one before left, and writes later. */
    private void awaitBefore() {
        try {
            before.get(TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.info("the index in {} is still being closed, so it is only read for now", project.index());
        }
    }

    /** What is said and noted here is for nobody but its owner. */
    private static void makePrivate(Path folder) {
        try {
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(folder, OWNER_ONLY);
            }
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "search_index",
                    "the index in " + folder + " cannot be made: " + Cause.words(e),
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
    synchronized State refresh() {
        if (!isMade()) {
            return beside();
        }
        SearchIndex index = index();
        PageFiles.Seen seen = files.look();
        unread.keepOnly(seen.stamps().keySet());
        List<Document> missing = List.of();
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
        List<Document> changed = new ArrayList<>();
        long characters = 0;
        for (Map.Entry<String, Stamp> each : there.entrySet()) {
            if (isDue(each.getKey(), each.getValue())) {
                Optional<Document> document = read(index, each.getKey(), each.getValue())
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
    private Optional<Document> read(SearchIndex index, String path, Stamp stamp) {
        boolean wasUnread = unread.contains(path);
        Optional<Document> document = unread.read(path, stamp);
        if (unread.contains(path) && !wasUnread && known.containsKey(path)) {
            index.remove(PageFiles.ID + path);
        }
        return document;
    }

    /** Pages that another process, which has the index, has not taken in yet. */
    private List<Document> unindexed(SearchIndex index, Map<String, Stamp> there) {
        List<Document> missing = new ArrayList<>();
        there.forEach((path, stamp) -> {
            if (isDue(path, stamp)) {
                Optional<Document> document = unread.read(path, stamp);
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
        List<Document> some = new ArrayList<>();
        long characters = 0;
        for (Extras.Found found : files.extras().list()) {
            if (characters > BATCH_CHARACTERS) {
                return new State(some, List.of("before something is remembered here, not all files are searched"));
            }
            Optional<Document> document = unread.read(found.path().toString(), Stamp.UNKNOWN);
            document.ifPresent(some::add);
            characters += document.map(one -> one.text().length()).orElse(0);
        }
        return new State(some, unread.troubles());
    }

    /**
     * Makes the index anew: out of the pages, and of what was said. The old one is searched and takes changes
     * meanwhile; afterwards all pages are compared once, for those that changed between our reading and our putting.
     */
    void rebuild(Iterable<Document> said) {
        rebuilding.lock();
        try {
            Iterator<Document> pages = files.look().stamps().keySet().stream()
                    .flatMap(path -> readable(path).stream())
                    .iterator();
            index().rebuild(() -> new Joined(pages, said.iterator()));
        } finally {
            rebuilding.unlock();
            forget();
        }
    }

    private Optional<Document> readable(String path) {
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

    private record Joined(Iterator<Document> first, Iterator<Document> then) implements Iterator<Document> {
        @Override
        public boolean hasNext() {
            return first.hasNext() || then.hasNext();
        }

        @Override
        public Document next() {
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

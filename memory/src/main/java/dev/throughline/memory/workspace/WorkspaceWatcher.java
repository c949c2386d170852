package dev.throughline.memory.workspace;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a workspace and reports to a listener which pages changed, whoever changed them.
 *
 * <p>At the start every page is reported as changed, because changes before the start are unknown. Then events of the
 * file system say which folders to scan. A folder is scanned when it has been quiet for a moment, so that an editor
 * that saves in several steps causes one report. A full scan from time to time finds what the events missed.
 */
public final class WorkspaceWatcher implements AutoCloseable {
    /** A folder is scanned when it has been quiet this long. */
    private static final Duration QUIET = Duration.ofMillis(150);

    /** It is scanned after this time even if it is never quiet. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(2);

    private static final Duration FULL_SCAN = Duration.ofMinutes(1);

    /** In further folders only the full scan finds changes. */
    private static final int MAX_FOLDERS = 4_000;

    /** Receives the changes. Called by one thread at a time. */
    @FunctionalInterface
    public interface Listener {
        void changed(Set<MemoryPath> changed, Set<MemoryPath> removed);
    }

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceWatcher.class);

    private final Path root;
    private final Listener listener;
    private final WatchService events;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    private final Map<MemoryPath, PageListing.Entry> known = new HashMap<>();
    private final Thread thread;

    /** Starts watching. Creates the workspace's folder if it can: a missing folder cannot be watched. */
    public WorkspaceWatcher(Workspace workspace, Listener listener) {
        this.root = workspace.folder();
        this.listener = listener;
        try {
            if (workspace.isWritable()) {
                new DurableFiles().createFolders(root);
            }
            this.events = FileSystems.getDefault().newWatchService();
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(root, e);
        }
        this.thread = Thread.ofPlatform().daemon().name("memory-watcher").unstarted(this::watch);
        thread.start();
    }

    private void watch() {
        try {
            long last = System.nanoTime();
            scanAll();
            while (true) {
                Set<Path> touched = await(FULL_SCAN.toNanos() - (System.nanoTime() - last));
                if (touched == null) {
                    scanAll();
                    last = System.nanoTime();
                } else {
                    scan(touched);
                }
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("no longer watching {}", root);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Folders with changes that are quiet now; null if everything is to be scanned. */
    private @Nullable Set<Path> await(long nanos) throws InterruptedException {
        WatchKey key = events.poll(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        if (key == null) {
            return null;
        }
        Set<Path> touched = new HashSet<>();
        boolean isLost = false;
        long latest = System.nanoTime() + MAX_DELAY.toNanos();
        while (key != null) {
            isLost |= take(key, touched);
            key = System.nanoTime() > latest ? null : events.poll(QUIET.toNanos(), TimeUnit.NANOSECONDS);
        }
        return isLost ? null : touched;
    }

    /** Takes a folder's events. Returns whether a full scan is needed. */
    private boolean take(WatchKey key, Set<Path> touched) {
        boolean isMore = false;
        for (var event : key.pollEvents()) {
            boolean isFolder = event.context() instanceof Path name
                    && folders.containsKey(key)
                    && Files.isDirectory(
                            Objects.requireNonNull(folders.get(key)).resolve(name), LinkOption.NOFOLLOW_LINKS);
            isMore |= event.kind().equals(StandardWatchEventKinds.OVERFLOW)
                    || (isFolder && event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE));
        }
        Path folder = folders.get(key);
        if (folder != null) {
            touched.add(folder);
        }
        if (!key.reset()) {
            folders.remove(key);
            isMore = true;
        }
        return isMore;
    }

    private void scanAll() {
        register();
        Map<MemoryPath, PageListing.Entry> found = new HashMap<>();
        try {
            PageListing.of(root).pages().forEach(entry -> found.put(entry.path(), entry));
        } catch (ProxyException e) {
            LOG.warn("{} is scanned again in {}: {}", root, FULL_SCAN, e.getMessage());
            return;
        }
        report(found, new HashSet<>(known.keySet()));
    }

    private void scan(Set<Path> touched) {
        Map<MemoryPath, PageListing.Entry> found = new HashMap<>();
        Set<MemoryPath> before = new HashSet<>();
        Set<String> places = new HashSet<>();
        touched.forEach(folder -> places.add(root.relativize(folder).toString()));
        known.keySet().stream().filter(path -> places.contains(path.folder())).forEach(before::add);
        for (Path folder : touched) {
            try {
                PageListing.ofFolder(root, folder).forEach(entry -> found.put(entry.path(), entry));
            } catch (IOException e) {
                LOG.debug("{} cannot be scanned: {}", folder, e.toString());
            }
        }
        report(found, before);
    }

    private void report(Map<MemoryPath, PageListing.Entry> found, Set<MemoryPath> before) {
        Set<MemoryPath> changed = new TreeSet<>();
        found.forEach((path, entry) -> {
            if (!entry.equals(known.put(path, entry))) {
                changed.add(path);
            }
        });
        Set<MemoryPath> removed = new TreeSet<>(before);
        removed.removeAll(found.keySet());
        known.keySet().removeAll(removed);
        if (!changed.isEmpty() || !removed.isEmpty()) {
            notifyListener(changed, removed);
        }
    }

    /** A listener that fails misses one report and must not miss all others. */
    private void notifyListener(Set<MemoryPath> changed, Set<MemoryPath> removed) {
        try {
            listener.changed(changed, removed);
        } catch (RuntimeException e) {
            LOG.warn(
                    "a report of {} changed and {} removed pages failed: {}",
                    changed.size(),
                    removed.size(),
                    e.toString());
        }
    }

    private void register() {
        Set<Path> watched = new HashSet<>(folders.values());
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    if (PageListing.isHidden(folder, root) || folders.size() >= MAX_FOLDERS) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (!watched.contains(folder)) {
                        folders.put(
                                folder.register(
                                        events,
                                        StandardWatchEventKinds.ENTRY_CREATE,
                                        StandardWatchEventKinds.ENTRY_MODIFY,
                                        StandardWatchEventKinds.ENTRY_DELETE),
                                folder);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            LOG.warn("{} cannot be watched, changes are found every {}: {}", root, FULL_SCAN, e.toString());
        }
    }

    /** Stops watching, after a report that is in progress. */
    @Override
    public void close() {
        try {
            events.close();
            thread.join(MAX_DELAY.toMillis());
        } catch (IOException e) {
            LOG.debug("closing the watch of {}: {}", root, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

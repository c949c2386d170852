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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches a workspace and reports to a listener which pages changed, whoever changed them.
 *
 * <p>At the start every page is reported as changed, because changes before the start are unknown. Then the workspace
 * is scanned after events of the file system, as soon as they stop for a moment, so that an editor that saves in
 * several steps causes one report. A scan from time to time finds what the events missed.
 */
public final class WorkspaceWatcher implements AutoCloseable {
    /** A scan begins when there were no events for this long. */
    private static final Duration QUIET = Duration.ofMillis(150);

    /** It begins after this time even if events continue. */
    private static final Duration MAX_DELAY = Duration.ofSeconds(2);

    /** The time between scans without events. */
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** In further folders only the scan without events finds changes. */
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
    private final Map<MemoryPath, PageListing.ListedPage> known = new HashMap<>();
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
            boolean hasNewFolders = true;
            while (true) {
                if (hasNewFolders) {
                    watchFolders();
                }
                scan();
                hasNewFolders = awaitEvents();
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("no longer watching {}", root);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for events until they stop, or for the next scan without events. Returns whether folders may be new. */
    private boolean awaitEvents() throws InterruptedException {
        WatchKey key = events.poll(INTERVAL.toNanos(), TimeUnit.NANOSECONDS);
        boolean hasNewFolders = key == null;
        long latest = System.nanoTime() + MAX_DELAY.toNanos();
        while (key != null) {
            hasNewFolders |= takeEvents(key);
            key = System.nanoTime() > latest ? null : events.poll(QUIET.toNanos(), TimeUnit.NANOSECONDS);
        }
        return hasNewFolders;
    }

    private boolean takeEvents(WatchKey key) {
        Path folder = folders.get(key);
        boolean hasNewFolders = false;
        for (var event : key.pollEvents()) {
            boolean isFolder = event.context() instanceof Path name
                    && folder != null
                    && Files.isDirectory(folder.resolve(name), LinkOption.NOFOLLOW_LINKS);
            hasNewFolders |= event.kind().equals(StandardWatchEventKinds.OVERFLOW)
                    || (isFolder && event.kind().equals(StandardWatchEventKinds.ENTRY_CREATE));
        }
        if (!key.reset()) {
            folders.remove(key);
            hasNewFolders = true;
        }
        return hasNewFolders;
    }

    private void scan() {
        Map<MemoryPath, PageListing.ListedPage> found = new HashMap<>();
        try {
            PageListing.of(root).pages().forEach(page -> found.put(page.path(), page));
        } catch (ProxyException e) {
            LOG.warn("{} is scanned again in {}: {}", root, INTERVAL, e.getMessage());
            return;
        }
        Set<MemoryPath> removed = new TreeSet<>(known.keySet());
        removed.removeAll(found.keySet());
        known.keySet().removeAll(removed);
        Set<MemoryPath> changed = new TreeSet<>();
        found.forEach((path, page) -> {
            if (!page.equals(known.put(path, page))) {
                changed.add(path);
            }
        });
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

    private void watchFolders() {
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
            LOG.warn("{} cannot be watched, changes are found every {}: {}", root, INTERVAL, e.toString());
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

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
 * Watches a workspace and tells a listener which pages changed, whoever changed them.
 *
 * <p>At the start every page is reported as changed: nobody knows what happened while we were away, and who indexes
 * compares versions anyway. Then the system's own events say where to look; what has settled for a moment is
 * reported at once, so that an editor that saves in five steps makes one report. A full look now and then finds what
 * events lost.
 */
public final class WorkspaceWatcher implements AutoCloseable {
    /** A folder must be quiet this long before its changes are reported. */
    private static final Duration QUIET = Duration.ofMillis(150);

    /** Changes are reported after this, even if a folder is never quiet. */
    private static final Duration LATEST = Duration.ofSeconds(2);

    /** How often everything is looked at, events or not. */
    private static final Duration FULL_LOOK = Duration.ofMinutes(1);

    /** Folders with an eye on each; in more than these, changes are found by the full look alone. */
    private static final int MAX_FOLDERS = 4_000;

    /** Who wants to know which pages changed, by whomever. Called by one thread at a time. */
    @FunctionalInterface
    public interface Listener {
        /** Pages that are new or say something else, and pages that are gone. */
        void changed(Set<MemoryPath> changed, Set<MemoryPath> removed);
    }

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceWatcher.class);

    private final Path root;
    private final Listener listener;
    private final WatchService events;
    private final Map<WatchKey, Path> folders = new HashMap<>();
    private final Map<MemoryPath, PageListing.Entry> known = new HashMap<>();
    private final Thread thread;

    /** Watches from now on; makes the workspace's folder if it can, since nothing can be watched before it is there. */
    public WorkspaceWatcher(Workspace workspace, Listener listener) {
        this.root = workspace.folder();
        this.listener = listener;
        try {
            if (workspace.isWritable()) {
                new DurableFiles().makeFolders(root);
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
            long look = System.nanoTime();
            lookAtAll();
            while (true) {
                Set<Path> touched = await(FULL_LOOK.toNanos() - (System.nanoTime() - look));
                if (touched == null) {
                    lookAtAll();
                    look = System.nanoTime();
                } else {
                    lookAt(touched);
                }
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("no longer watching {}", root);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Folders in which something happened and then settled; null if everything is to be looked at. */
    private @Nullable Set<Path> await(long nanos) throws InterruptedException {
        WatchKey key = events.poll(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        if (key == null) {
            return null;
        }
        Set<Path> touched = new HashSet<>();
        boolean isLost = false;
        long latest = System.nanoTime() + LATEST.toNanos();
        while (key != null) {
            isLost |= take(key, touched);
            key = System.nanoTime() > latest ? null : events.poll(QUIET.toNanos(), TimeUnit.NANOSECONDS);
        }
        return isLost ? null : touched;
    }

    /** Takes a folder's events; says whether more happened than they tell. */
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

    private void lookAtAll() {
        register();
        Map<MemoryPath, PageListing.Entry> found = new HashMap<>();
        try {
            PageListing.of(root).pages().forEach(entry -> found.put(entry.path(), entry));
        } catch (ProxyException e) {
            LOG.warn("{} is looked at again in {}: {}", root, FULL_LOOK, e.getMessage());
            return;
        }
        report(found, new HashSet<>(known.keySet()));
    }

    private void lookAt(Set<Path> touched) {
        Map<MemoryPath, PageListing.Entry> found = new HashMap<>();
        Set<MemoryPath> before = new HashSet<>();
        Set<String> places = new HashSet<>();
        touched.forEach(folder -> places.add(root.relativize(folder).toString()));
        known.keySet().stream().filter(path -> places.contains(path.folder())).forEach(before::add);
        for (Path folder : touched) {
            try {
                PageListing.ofFolder(root, folder).forEach(entry -> found.put(entry.path(), entry));
            } catch (IOException e) {
                LOG.debug("{} cannot be looked at: {}", folder, e.toString());
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
            tell(changed, removed);
        }
    }

    /** A listener that fails has missed one report, and must not miss all others. */
    private void tell(Set<MemoryPath> changed, Set<MemoryPath> removed) {
        try {
            listener.changed(changed, removed);
        } catch (RuntimeException e) {
            LOG.warn(
                    "{} changed and {} removed pages were not taken: {}", changed.size(), removed.size(), e.toString());
        }
    }

    private void register() {
        Set<Path> watched = new HashSet<>(folders.values());
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    boolean isHidden = !folder.equals(root)
                            && Objects.requireNonNull(folder.getFileName())
                                    .toString()
                                    .startsWith(".");
                    if (isHidden || folders.size() >= MAX_FOLDERS) {
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
            LOG.warn("{} cannot be watched, changes are found every {}: {}", root, FULL_LOOK, e.toString());
        }
    }

    /** Stops watching; a report under way is finished. */
    @Override
    public void close() {
        try {
            events.close();
            thread.join(LATEST.toMillis());
        } catch (IOException e) {
            LOG.debug("closing the watch of {}: {}", root, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

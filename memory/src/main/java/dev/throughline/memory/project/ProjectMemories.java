package dev.throughline.memory.project;

import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open memories of all projects. A memory is opened when it is first used; if too many are open, the least recently
 * used are closed. All of them share one embedder.
 *
 * <p>A memory is closed on a thread of its own, so that nobody waits for another project. If a project is used again
 * while its memory is being closed, a new memory is opened at once, and only the index waits for the old one, for a
 * limited time. Safe for use by many threads.
 */
public final class ProjectMemories implements ProjectIndexes, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectMemories.class);
    private static final int MAX_OPEN = 16;

    /** How long {@link #close} waits for work in progress, and then for the indexes. */
    private static final Duration WORK_TIME = Duration.ofSeconds(5);

    private static final Duration CLOSE_TIME = Duration.ofMinutes(1);

    /** An open memory, and how many threads use it now. */
    private static final class OpenMemory {
        private final ProjectMemory memory;
        private int users;

        OpenMemory(ProjectMemory memory) {
            this.memory = memory;
        }
    }

    private final ProjectMemory.OpenOptions options;
    private final Map<Project, OpenMemory> open = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private final Map<Project, CompletableFuture<Void>> closing = new HashMap<>();
    private boolean isClosed;

    public ProjectMemories(ProjectMemory.OpenOptions options) {
        this.options = options;
    }

    /** Uses the memory of a project, which stays open meanwhile. */
    public <T> T with(Project project, Function<ProjectMemory, T> work) {
        OpenMemory acquired = acquire(project);
        try {
            acquired.memory.watch();
            return work.apply(acquired.memory);
        } finally {
            release(acquired);
        }
    }

    @Override
    public boolean add(Project project, Collection<SearchDocument> documents) {
        return with(project, memory -> memory.index(documents));
    }

    @Override
    public boolean remove(Project project, String shelf) {
        return with(project, memory -> memory.removeFromIndex(shelf));
    }

    /** Creates only the object; the index is opened at its first use. */
    private synchronized OpenMemory acquire(Project project) {
        if (isClosed) {
            throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
        }
        OpenMemory acquired = open.computeIfAbsent(
                project, _ -> new OpenMemory(new ProjectMemory(project, options, closingOf(project))));
        acquired.users++;
        return acquired;
    }

    private CompletableFuture<Void> closingOf(Project project) {
        return closing.getOrDefault(project, CompletableFuture.completedFuture(null));
    }

    private synchronized void release(OpenMemory released) {
        released.users--;
        notifyAll();
        if (!isClosed) {
            open.entrySet().stream()
                    .filter(each -> each.getValue().users == 0)
                    .limit(Math.max(0, open.size() - MAX_OPEN))
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(this::close);
        }
    }

    /** Closes a memory in the background, after the previous memory of the same project. */
    private void close(Project project) {
        OpenMemory closed = open.remove(project);
        if (closed == null) {
            return;
        }
        CompletableFuture<Void> previous = closingOf(project);
        CompletableFuture<Void> done = new CompletableFuture<>();
        closing.put(project, done);
        Thread.ofVirtual().name("closing memory").start(() -> {
            previous.join();
            try {
                closed.memory.close();
            } catch (RuntimeException e) {
                LOG.warn("the index in {} could not be closed properly", project.index(), e);
            } finally {
                closed(project, done);
            }
        });
    }

    private synchronized void closed(Project project, CompletableFuture<Void> done) {
        closing.remove(project, done);
        done.complete(null);
        notifyAll();
    }

    /** How many memories are open or being closed. */
    synchronized int open() {
        return open.size() + closing.size();
    }

    /** Waits some seconds for work in progress, then closes all memories and waits for that as well. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            if (!await(WORK_TIME, () -> open.values().stream().allMatch(each -> each.users == 0))) {
                LOG.info("memory is closed while it is in use; unfinished work is done after the next start");
            }
            List.copyOf(open.keySet()).forEach(this::close);
            if (!await(CLOSE_TIME, closing::isEmpty)) {
                LOG.warn("{} indexes are not closed yet; they are checked when they are opened again", closing.size());
            }
        }
        options.embedder().close();
    }

    /** Waits until a condition is true, for this time at most, or until an interrupt; returns whether it is true. */
    private boolean await(Duration time, BooleanSupplier condition) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (!condition.getAsBoolean() && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return condition.getAsBoolean();
    }
}

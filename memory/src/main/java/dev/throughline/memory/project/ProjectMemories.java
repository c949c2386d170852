package dev.throughline.memory.project;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
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
 * The memories of all projects, each opened when it is needed first; those that were not needed for longest are closed
 * when there are many. One embedding model serves all of them.
 *
 * <p>A room is closed on a thread of its own, so nobody waits for another project's opening or closing. Who comes back
 * to a project whose room is being closed gets a new one at once; only its index is waited for, and not for long. Safe
 * for use by many threads.
 */
public final class ProjectMemories implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectMemories.class);
    private static final int MOST_OPEN = 16;

    /** How long closing waits for those who are at work, and then for the indexes. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private static final Duration CLOSING = Duration.ofMinutes(1);

    /** A room, and how many work in it now. */
    private static final class Place {
        private final ProjectMemory room;
        private int users;

        Place(ProjectMemory room) {
            this.room = room;
        }
    }

    private final ProjectMemory.Dependencies dependencies;
    private final Map<Project, Place> places = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private final Map<Project, CompletableFuture<Void>> closing = new HashMap<>();
    private boolean isClosed;

    public ProjectMemories(ProjectMemory.Dependencies dependencies) {
        this.dependencies = dependencies;
    }

    /** Works in the memory of a project, which stays open for as long. */
    public <T> T with(Project project, Function<ProjectMemory, T> work) {
        Place place = enter(project);
        try {
            place.room.watch();
            return work.apply(place.room);
        } finally {
            leave(place);
        }
    }

    private synchronized Place enter(Project project) {
        if (isClosed) {
            throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
        }
        Place place = places.computeIfAbsent(project, this::open);
        place.users++;
        return place;
    }

    /** Nothing is read for this: the index is opened by who needs it first. */
    private Place open(Project project) {
        CompletableFuture<Void> before = closing.getOrDefault(project, CompletableFuture.completedFuture(null));
        return new Place(ProjectMemory.open(project, dependencies, before));
    }

    private synchronized void leave(Place place) {
        place.users--;
        notifyAll();
        if (!isClosed) {
            idle().forEach(this::close);
        }
    }

    /** Rooms in which nobody works, the least recently used first, if there are too many. */
    private List<Project> idle() {
        List<Project> idle = new ArrayList<>();
        Iterator<Map.Entry<Project, Place>> each = places.entrySet().iterator();
        while (places.size() - idle.size() > MOST_OPEN && each.hasNext()) {
            Map.Entry<Project, Place> entry = each.next();
            if (entry.getValue().users == 0) {
                idle.add(entry.getKey());
            }
        }
        return idle;
    }

    /** Forgets a room and lets it be closed, after the one that was here before it. */
    private void close(Project project) {
        Place place = places.remove(project);
        if (place == null) {
            return;
        }
        CompletableFuture<Void> before = closing.getOrDefault(project, CompletableFuture.completedFuture(null));
        CompletableFuture<Void> done = new CompletableFuture<>();
        closing.put(project, done);
        Thread.ofVirtual().name("closing memory").start(() -> {
            before.join();
            try {
                place.room.close();
            } catch (RuntimeException e) {
                LOG.warn("{} could not be closed in order", project.index(), e);
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

    /** How many rooms are open or being closed. */
    synchronized int open() {
        return places.size() + closing.size();
    }

    /** Waits some seconds for those who are at work, then closes all, and waits for that as well. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            if (!await(FAREWELL, () -> places.values().stream().allMatch(place -> place.users == 0))) {
                LOG.info("somebody still works in memory while it is closed; what is not done is done another time");
            }
            List.copyOf(places.keySet()).forEach(this::close);
            if (!await(CLOSING, closing::isEmpty)) {
                LOG.warn("{} indexes are not closed yet; they are checked when they are opened next", closing.size());
            }
        }
        dependencies.embedding().close();
    }

    /** Waits until something is so, but not longer than this; says whether it is. An interrupt ends the waiting. */
    private boolean await(Duration patience, BooleanSupplier isSo) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!isSo.getAsBoolean() && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isSo.getAsBoolean();
    }
}

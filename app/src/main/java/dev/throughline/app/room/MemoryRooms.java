package dev.throughline.app.room;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memories of all projects, each opened when it is needed first; those that were not needed for longest are closed
 * when there are many. One embedding model serves all of them. Nobody waits for another project's opening or closing.
 * Safe for use by many threads.
 */
public final class MemoryRooms implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryRooms.class);
    private static final int MOST_OPEN = 16;
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /** A room, opened by whoever comes first, and how many work in it now. */
    private final class Place {
        private final Project project;
        private volatile @Nullable MemoryRoom room;
        private int users;

        Place(Project project) {
            this.project = project;
        }

        synchronized MemoryRoom room() {
            MemoryRoom open = room == null ? MemoryRoom.open(project, means) : room;
            room = open;
            return open;
        }

        /** Whoever comes meanwhile waits here, and then opens it anew. */
        synchronized void close() {
            if (room != null) {
                room.close();
                room = null;
            }
        }
    }

    private final MemoryRoom.Means means;
    private final Map<Project, Place> places = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private boolean isClosed;

    public MemoryRooms(MemoryRoom.Means means) {
        this.means = means;
    }

    /** Works in the memory of a project, which stays open for as long. */
    public <T> T with(Project project, Function<MemoryRoom, T> work) {
        Place place = enter(project);
        try {
            MemoryRoom room = place.room();
            room.watch();
            return work.apply(room);
        } finally {
            leave(place);
            shut();
        }
    }

    private synchronized Place enter(Project project) {
        if (isClosed) {
            throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
        }
        Place place = places.computeIfAbsent(project, Place::new);
        place.users++;
        return place;
    }

    private synchronized void leave(Place place) {
        place.users--;
        notifyAll();
    }

    /** Closes rooms in which nobody works, the least recently used first, until few are open. */
    private void shut() {
        for (Place place : idle()) {
            place.close();
            leave(place);
        }
    }

    /** Too many rooms; each is entered, so that nobody else closes it. */
    private synchronized List<Place> idle() {
        List<Place> idle = new ArrayList<>();
        Iterator<Place> each = places.values().iterator();
        long open = places.values().stream()
                .filter(place -> place.users > 0 || isOpen(place))
                .count();
        while (open > MOST_OPEN && each.hasNext()) {
            Place place = each.next();
            if (place.users == 0 && isOpen(place)) {
                place.users++;
                idle.add(place);
                open--;
            }
        }
        return idle;
    }

    private static boolean isOpen(Place place) {
        return place.room != null;
    }

    /** Waits some seconds for those who are at work, then closes all. */
    @Override
    public void close() {
        List<Place> all;
        synchronized (this) {
            isClosed = true;
            await();
            all = List.copyOf(places.values());
            places.clear();
        }
        all.forEach(Place::close);
        means.embedding().close();
    }

    private void await() {
        long end = System.nanoTime() + FAREWELL.toNanos();
        boolean isInterrupted = false;
        while (places.values().stream().anyMatch(place -> place.users > 0) && System.nanoTime() < end) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            } catch (InterruptedException e) {
                isInterrupted = true;
                break;
            }
        }
        if (places.values().stream().anyMatch(place -> place.users > 0)) {
            LOG.info("somebody still works in memory while it is closed; what is not done is done another time");
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.throughline.app.room;

import dev.throughline.model.ProxyException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The memories of all projects, each opened when it is needed first; those that were not needed for longest are closed
 * when there are many. One embedding model serves all of them. Safe for use by many threads.
 */
public final class MemoryRooms implements AutoCloseable {
    private static final int MOST_OPEN = 16;

    /** A room and how many work in it now. */
    private static final class Open {
        private final MemoryRoom room;
        private int users;

        Open(MemoryRoom room) {
            this.room = room;
        }
    }

    private final MemoryRoom.Means means;
    private final Map<Project, Open> open = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private boolean isClosed;

    public MemoryRooms(MemoryRoom.Means means) {
        this.means = means;
    }

    /** Works in the memory of a project, which stays open for as long. */
    public <T> T with(Project project, Function<MemoryRoom, T> work) {
        Open entered = enter(project);
        try {
            return work.apply(entered.room);
        } finally {
            leave(entered);
        }
    }

    private synchronized Open enter(Project project) {
        if (isClosed) {
            throw new ProxyException(ProxyException.Kind.STORE, "memory_closed", "memory is closed already");
        }
        Open entered = open.get(project);
        if (entered == null) {
            entered = new Open(MemoryRoom.open(project, means));
            open.put(project, entered);
        }
        entered.users++;
        entered.room.watch();
        shut(MOST_OPEN);
        return entered;
    }

    private synchronized void leave(Open entered) {
        entered.users--;
        notifyAll();
    }

    /** Closes rooms in which nobody works, the least recently used first, until so many are left. */
    private void shut(int most) {
        Iterator<Open> each = open.values().iterator();
        while (open.size() > most && each.hasNext()) {
            Open next = each.next();
            if (next.users == 0) {
                each.remove();
                next.room.close();
            }
        }
    }

    /** Waits for those who are at work, then closes all. */
    @Override
    public synchronized void close() {
        isClosed = true;
        boolean isInterrupted = false;
        while (open.values().stream().anyMatch(each -> each.users > 0)) {
            try {
                wait();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        open.values().forEach(each -> each.room.close());
        open.clear();
        means.embedding().close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

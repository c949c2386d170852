package dev.throughline.engine.edit;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Turn;
import dev.throughline.wire.Overflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The context windows that providers reported when they refused a prompt as too long, by upstream and model. A window
 * that no refusal has confirmed for some time is forgotten, because providers enlarge windows and an error text may
 * have been misunderstood. Safe for use by many threads.
 */
public final class LearnedWindows {
    /** No model for agents has a smaller window. A smaller number in an error text is not a window. */
    private static final long MIN_WINDOW = 4_096;

    /** The part of a refused prompt that is sent next if the provider reported no window. */
    private static final double REPAIR_PART = 0.85;

    /** Model names come from clients, so the number of entries is limited. */
    private static final int MAX_WINDOWS = 1_000;

    /**
     * A window that a provider reported.
     *
     * @param upstream the origin (scheme, host and port) of the provider
     * @param at when the provider reported it last
     */
    public record Learned(String upstream, String model, long tokens, Instant at) {}

    private record Key(String upstream, String model) {}

    private final Duration lifetime;
    private final Consumer<List<Learned>> store;
    private final Object storeLock = new Object();
    private final Map<Key, Learned> windows = Caffeine.newBuilder()
            .maximumSize(MAX_WINDOWS)
            .executor(Runnable::run)
            .<Key, Learned>build()
            .asMap();

    /**
     * Creates it with windows that were stored before.
     *
     * @param lifetime how long a window is remembered after its last report; zero means without limit
     * @param store stores all windows; called when a window was added or changed
     */
    public LearnedWindows(List<Learned> known, Duration lifetime, Consumer<List<Learned>> store) {
        this.lifetime = lifetime;
        this.store = store;
        known.forEach(each -> windows.put(new Key(each.upstream(), each.model()), each));
    }

    /** Learned windows that are only in memory. */
    public static LearnedWindows inMemory() {
        return new LearnedWindows(List.of(), Duration.ZERO, _ -> {});
    }

    /** Remembers the window that a refusal reports, if any, and returns the part of the prompt that may fit. */
    double learnFromRefusal(Turn turn, Overflow overflow) {
        OptionalLong window = overflow.window();
        if (window.isEmpty() || window.getAsLong() < MIN_WINDOW) {
            return REPAIR_PART;
        }
        learn(new Learned(turn.upstream(), turn.request().model(), window.getAsLong(), turn.at()));
        return overflow.tokens().isPresent()
                ? Math.min(
                        REPAIR_PART,
                        window.getAsLong() / (double) overflow.tokens().getAsLong())
                : REPAIR_PART;
    }

    /** Remembers a window and stores it. If several were reported, the smallest applies until it is forgotten. */
    void learn(Learned window) {
        if (putUnlessLarger(window)) {
            // Not under the lock of the windows, so that requests can read windows while this one is stored.
            synchronized (storeLock) {
                store.accept(all(window.at()));
            }
        }
    }

    private synchronized boolean putUnlessLarger(Learned window) {
        OptionalLong before = of(window.upstream(), window.model(), window.at());
        if (before.isPresent() && before.getAsLong() < window.tokens()) {
            return false;
        }
        windows.put(new Key(window.upstream(), window.model()), window);
        return true;
    }

    /** The window of a model at a time, if it is known. */
    public synchronized OptionalLong of(String upstream, String model, Instant now) {
        Learned found = windows.get(new Key(upstream, model));
        return found == null || isForgotten(found, now) ? OptionalLong.empty() : OptionalLong.of(found.tokens());
    }

    /** All windows that are known at a time. */
    public synchronized List<Learned> all(Instant now) {
        return windows.values().stream()
                .filter(each -> !isForgotten(each, now))
                .sorted(Comparator.comparing(Learned::upstream).thenComparing(Learned::model))
                .toList();
    }

    private boolean isForgotten(Learned window, Instant now) {
        return !lifetime.isZero() && window.at().plus(lifetime).isBefore(now);
    }
}

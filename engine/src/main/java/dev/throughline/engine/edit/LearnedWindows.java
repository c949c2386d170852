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
 * The context windows that providers named when they refused a prompt as too long, by upstream and model. A window that
 * no refusal confirmed for some time is forgotten: providers enlarge windows, and an error text may have meant
 * something else. Safe for use by many threads.
 */
public final class LearnedWindows {
    /** No model for agents has a smaller window; an error text with a smaller number means something else. */
    private static final long MIN_WINDOW = 4_096;

    /** The part of a refused prompt that is sent next if the provider named no number. */
    private static final double REPAIR_PART = 0.85;

    /** Model names come from clients, so the number of entries is limited. */
    private static final int MAX_WINDOWS = 1_000;

    /**
     * A window that a provider named.
     *
     * @param upstream the base URL of the provider
     * @param at when the provider named it last
     */
    public record Learned(String upstream, String model, long tokens, Instant at) {}

    private record Key(String upstream, String model) {}

    private final Duration lasts;
    private final Consumer<List<Learned>> store;
    private final Object storing = new Object();
    private final Map<Key, Learned> windows = Caffeine.newBuilder()
            .maximumSize(MAX_WINDOWS)
            .executor(Runnable::run)
            .<Key, Learned>build()
            .asMap();

    /**
     * Starts with windows that were stored before.
     *
     * @param lasts how long a window is remembered after it was named last; zero means for ever
     * @param store stores all windows; called when one was added or changed
     */
    public LearnedWindows(List<Learned> known, Duration lasts, Consumer<List<Learned>> store) {
        this.lasts = lasts;
        this.store = store;
        known.forEach(each -> windows.put(new Key(each.upstream(), each.model()), each));
    }

    /** Windows that are not stored. */
    public static LearnedWindows inMemory() {
        return new LearnedWindows(List.of(), Duration.ZERO, _ -> {});
    }

    /** Remembers the window that a refusal names, if it does, and returns the part of the prompt that may fit. */
    double refused(Turn turn, Overflow overflow) {
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

    /** Remembers a window. Of several windows the smallest applies until it is forgotten. */
    void learn(Learned named) {
        if (isNew(named)) {
            // Requests that read windows do not wait until this one is stored.
            synchronized (storing) {
                store.accept(all(named.at()));
            }
        }
    }

    private synchronized boolean isNew(Learned named) {
        OptionalLong before = of(named.upstream(), named.model(), named.at());
        if (before.isPresent() && before.getAsLong() < named.tokens()) {
            return false;
        }
        windows.put(new Key(named.upstream(), named.model()), named);
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

    private boolean isForgotten(Learned named, Instant now) {
        return !lasts.isZero() && named.at().plus(lasts).isBefore(now);
    }
}

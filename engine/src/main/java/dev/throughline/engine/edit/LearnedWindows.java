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
 * Windows that providers named when they refused a prompt as too long, by upstream and model. One that no refusal has
 * confirmed for some time is forgotten: providers enlarge windows, and an error text may have meant something else.
 * Safe for use by many threads.
 */
public final class LearnedWindows {
    /** No model that an agent works with has a window below this; an error text that says so means something else. */
    private static final long LEAST_WINDOW = 4_096;

    /** A provider that refuses a prompt and says no number takes no more than this part of it. */
    private static final double REFUSED = 0.85;

    /** Model names come from clients; so many are remembered. */
    private static final int MOST = 1_000;

    /**
     * A window that a provider named.
     *
     * @param upstream where the provider is
     * @param at when it was last said
     */
    public record Learned(String upstream, String model, long tokens, Instant at) {}

    private record Name(String upstream, String model) {}

    private final Duration lasts;
    private final Consumer<List<Learned>> keep;
    private final Object keeping = new Object();
    private final Map<Name, Learned> learned = Caffeine.newBuilder()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .<Name, Learned>build()
            .asMap();

    /**
     * Windows that are known from before.
     *
     * @param lasts how long a window is remembered after it was last said; zero for ever
     * @param keep is told all of them when there is something new
     */
    public LearnedWindows(List<Learned> known, Duration lasts, Consumer<List<Learned>> keep) {
        this.lasts = lasts;
        this.keep = keep;
        known.forEach(each -> learned.put(new Name(each.upstream(), each.model()), each));
    }

    /** For as long as this process lives. */
    public static LearnedWindows inMemory() {
        return new LearnedWindows(List.of(), Duration.ZERO, _ -> {});
    }

    /** A prompt was refused as too long: remembers the window, if one is named, and says which part of it may fit. */
    double refused(Turn turn, Overflow overflow) {
        OptionalLong window = overflow.window();
        if (window.isEmpty() || window.getAsLong() < LEAST_WINDOW) {
            return REFUSED;
        }
        learn(new Learned(turn.upstream(), turn.request().model(), window.getAsLong(), turn.at()));
        return overflow.tokens().isPresent()
                ? Math.min(
                        REFUSED, window.getAsLong() / (double) overflow.tokens().getAsLong())
                : REFUSED;
    }

    /** A provider said how much it takes. Of several windows the smallest holds until it is forgotten. */
    void learn(Learned named) {
        if (isNew(named)) {
            // Requests ask for windows all the time, and do not wait until this one is kept.
            synchronized (keeping) {
                keep.accept(all(named.at()));
            }
        }
    }

    private synchronized boolean isNew(Learned named) {
        OptionalLong before = of(named.upstream(), named.model(), named.at());
        if (before.isPresent() && before.getAsLong() < named.tokens()) {
            return false;
        }
        learned.put(new Name(named.upstream(), named.model()), named);
        return true;
    }

    /** What is known of a model at a time. */
    public synchronized OptionalLong of(String upstream, String model, Instant now) {
        Learned found = learned.get(new Name(upstream, model));
        return found == null || isForgotten(found, now) ? OptionalLong.empty() : OptionalLong.of(found.tokens());
    }

    /** All that is known at a time. */
    public synchronized List<Learned> all(Instant now) {
        return learned.values().stream()
                .filter(each -> !isForgotten(each, now))
                .sorted(Comparator.comparing(Learned::upstream).thenComparing(Learned::model))
                .toList();
    }

    private boolean isForgotten(Learned named, Instant now) {
        return !lasts.isZero() && named.at().plus(lasts).isBefore(now);
    }
}

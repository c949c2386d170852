package dev.throughline.engine.archive;

import dev.throughline.model.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a provider has reported about its cache in one session.
 *
 * @param isUsed whether it has reported tokens read from a cache or written to one
 * @param silent the sizes of prompts that it billed without such tokens, the largest first, at most {@link #MOST}
 */
public record CacheReports(boolean isUsed, List<Long> silent) {
    static final CacheReports NONE = new CacheReports(/* isUsed= */ false, List.of());

    public static final int MOST = 16;

    public CacheReports {
        silent = List.copyOf(silent);
    }

    CacheReports after(Usage billed) {
        if (billed.cacheRead() + billed.cacheWrite() > 0) {
            return new CacheReports(/* isUsed= */ true, List.of());
        }
        List<Long> sizes = new ArrayList<>(silent);
        sizes.add(billed.prompt());
        sizes.sort(Comparator.reverseOrder());
        return new CacheReports(isUsed, sizes.subList(0, Math.min(sizes.size(), MOST)));
    }

    /**
     * Whether the provider probably has no cache.
     *
     * @param cacheable the size from which on every provider with a cache uses it; some do from 1,024 tokens on
     * @param enough how many such prompts without a report are enough: a provider that reports only what it reads
     *     reports nothing for the first request, and may miss its cache once
     */
    public boolean isMissing(long cacheable, int enough) {
        return !isUsed && silent.stream().filter(size -> size >= cacheable).count() >= enough;
    }
}

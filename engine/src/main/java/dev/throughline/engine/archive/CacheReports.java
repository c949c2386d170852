package dev.throughline.engine.archive;

import dev.throughline.model.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a provider has reported about its cache in one session.
 *
 * @param isUsed whether it has read or written one
 * @param silent the sizes of prompts that it has billed without a word of that, the largest first, a few of them
 */
public record CacheReports(boolean isUsed, List<Long> silent) {
    static final CacheReports NONE = new CacheReports(/* isUsed= */ false, List.of());

    /** As many silent prompts are remembered. */
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
     * Whether there is no cache, by all that is known.
     *
     * @param cacheable the size from which on every provider that has a cache uses it; some do from 1,024 tokens on
     * @param enough so many such prompts are enough: a provider that only reports what it reads says nothing about the
     *     first request, and may miss another
     */
    public boolean isMissing(long cacheable, int enough) {
        return !isUsed && silent.stream().filter(size -> size >= cacheable).count() >= enough;
    }
}

package dev.throughline.engine.archive;

import dev.throughline.model.Usage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A provider's reports about its prompt cache in one session.
 *
 * @param isUsed whether it has reported tokens that were read from a cache or written to it
 * @param silent the sizes of prompts that it billed without such tokens, largest first, at most {@link #MAX_SILENT}
 */
public record CacheReports(boolean isUsed, List<Long> silent) {
    static final CacheReports NONE = new CacheReports(/* isUsed= */ false, List.of());

    public static final int MAX_SILENT = 16;

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
        return new CacheReports(isUsed, sizes.subList(0, Math.min(sizes.size(), MAX_SILENT)));
    }

    /**
     * Whether the provider probably has no cache.
     *
     * @param cacheable the prompt size from which every provider with a cache uses it; some start at 1,024 tokens
     * @param enough the number of such prompts without a report that is sufficient. A provider that reports only cache
     *     reads reports nothing for the first request, and may miss its cache once.
     */
    public boolean isMissing(long cacheable, int enough) {
        return !isUsed && silent.stream().filter(size -> size >= cacheable).count() >= enough;
    }
}

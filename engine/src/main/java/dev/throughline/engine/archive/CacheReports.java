package dev.throughline.engine.archive;

import dev.throughline.model.Usage;

/**
 * What a provider has reported about its cache in one session.
 *
 * @param isUsed whether it has read or written one
 * @param silent how many prompts that any provider would cache it has billed without a word of that
 */
public record CacheReports(boolean isUsed, int silent) {
    static final CacheReports NONE = new CacheReports(/* isUsed= */ false, 0);

    /** Every provider that has a cache uses it for prompts of this size; some do from 1,024 tokens on. */
    private static final long CACHEABLE_TOKENS = 8_192;

    /** A provider that only reports what it reads says nothing about the first request, and may miss another. */
    private static final int SILENT_ENOUGH = 3;

    CacheReports after(Usage billed) {
        if (billed.cacheRead() + billed.cacheWrite() > 0) {
            return new CacheReports(/* isUsed= */ true, 0);
        }
        return new CacheReports(isUsed, silent + (billed.prompt() >= CACHEABLE_TOKENS ? 1 : 0));
    }

    /** Whether there is no cache, by all that is known. */
    public boolean isMissing() {
        return !isUsed && silent >= SILENT_ENOUGH;
    }
}

package dev.throughline.replay.prompt;

import dev.throughline.replay.bill.PromptCache;
import java.util.List;

/**
 * What the model reads.
 *
 * @param cacheable how many leading items the provider may cache
 * @param tools the names of the declared tools
 */
public record Prompt(List<PromptItem> items, int cacheable, List<String> tools) {
    /** Its size in whole tokens. */
    public long tokens() {
        return (long) PromptCache.tokens(items);
    }
}

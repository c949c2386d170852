package dev.throughline.wire.reply;

import dev.throughline.model.Usage;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;

/**
 * Reads the {@code usage} objects of OpenAI, which count what was read from the cache and written to it as prompt; in a
 * {@link Usage} the classes do not overlap.
 */
public final class OpenAiUsage {
    private OpenAiUsage() {}

    /** {@code prompt} and {@code output} are the names under which a dialect counts them. */
    public static Usage of(RawObject usage, String prompt, String output) {
        Optional<RawObject> details = usage.object(prompt + "_details");
        long cached = details.map(found -> found.tokens("cached_tokens")).orElse(0L);
        long written = details.map(found -> found.tokens("cache_write_tokens")).orElse(0L);
        long input = Math.max(0, usage.tokens(prompt) - cached - written);
        return new Usage(input, cached, written, usage.tokens(output));
    }
}

package dev.throughline.wire.chat;

import dev.throughline.model.Usage;
import dev.throughline.wire.Members;
import java.util.Optional;

/**
 * The {@code usage} object of Chat, in classes that do not overlap: what came from the cache is counted as prompt too.
 */
final class ChatUsage {
    private ChatUsage() {}

    static Usage of(Members said) {
        Optional<Members> details = said.object("prompt_tokens_details");
        long cached = details.map(found -> found.tokens("cached_tokens")).orElse(0L);
        long written = details.map(found -> found.tokens("cache_write_tokens")).orElse(0L);
        long input = Math.max(0, said.tokens("prompt_tokens") - cached - written);
        return new Usage(input, cached, written, said.tokens("completion_tokens"));
    }
}

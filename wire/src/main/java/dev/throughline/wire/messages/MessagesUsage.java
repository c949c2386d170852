package dev.throughline.wire.messages;

import dev.throughline.model.Usage;
import dev.throughline.wire.Members;
import java.util.Optional;

/**
 * The {@code usage} of Messages, which the start of a stream begins and its end completes: a later number replaces an
 * earlier one of its name, and a name that is missing changes nothing.
 */
final class MessagesUsage {
    private Optional<Usage> said = Optional.empty();

    void add(Optional<Members> usage) {
        usage.ifPresent(members -> said = Optional.of(merge(said.orElse(Usage.NONE), members)));
    }

    Optional<Usage> said() {
        return said;
    }

    private static Usage merge(Usage before, Members now) {
        return new Usage(
                tokens(now, "input_tokens", before.input()),
                tokens(now, "cache_read_input_tokens", before.cacheRead()),
                tokens(now, "cache_creation_input_tokens", before.cacheWrite()),
                tokens(now, "output_tokens", before.output()));
    }

    private static long tokens(Members now, String name, long before) {
        return Math.max(0, now.number(name).orElse(before));
    }
}

package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;

/**
 * A call as the model wrote it.
 *
 * @param raw the block, item or entry that is the call
 * @param name the tool's name; empty if it cannot be a local tool
 */
public record FoundCall(RawObject raw, String name, Optional<String> id, Optional<Bytes> arguments) {
    /** The call of a local tool; empty if its id or its arguments are missing. */
    Optional<LocalCall> local() {
        return id.filter(_ -> arguments.isPresent())
                .map(text -> new LocalCall(text, name, arguments.orElseThrow(), raw.raw()));
    }
}

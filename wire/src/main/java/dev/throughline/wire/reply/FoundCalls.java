package dev.throughline.wire.reply;

import dev.throughline.wire.LocalCall;
import dev.throughline.wire.json.RawObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The calls of one reply: those of local tools, and whether there are others that the client answers. */
public record FoundCalls(List<LocalCall> local, boolean hasClientCalls) {
    public FoundCalls {
        local = List.copyOf(local);
    }

    /** The calls among these objects; a local call that {@code local} cannot read is left out. */
    public static FoundCalls in(
            List<RawObject> objects,
            Predicate<RawObject> isLocal,
            Predicate<RawObject> isCall,
            Function<RawObject, Optional<LocalCall>> local) {
        return new FoundCalls(
                objects.stream()
                        .filter(isLocal)
                        .flatMap(call -> local.apply(call).stream())
                        .toList(),
                objects.stream().anyMatch(isLocal.negate().and(isCall)));
    }
}

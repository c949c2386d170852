package dev.throughline.wire.reply;

import dev.throughline.wire.LocalCall;
import java.util.List;

/** The calls of one reply: those of local tools, and whether there are others that the client answers. */
public record FoundCalls(List<LocalCall> local, boolean hasClientCalls) {
    public FoundCalls {
        local = List.copyOf(local);
    }
}

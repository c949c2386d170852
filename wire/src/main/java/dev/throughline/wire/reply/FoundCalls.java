package dev.throughline.wire.reply;

import dev.throughline.wire.LocalCall;
import java.util.List;

/** The calls of one reply: the complete ones of local tools, and whether there are others that the client answers. */
record FoundCalls(List<LocalCall> local, boolean hasClientCalls) {
    FoundCalls {
        local = List.copyOf(local);
    }
}

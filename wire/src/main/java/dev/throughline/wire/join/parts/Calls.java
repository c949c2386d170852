package dev.throughline.wire.join.parts;

import dev.throughline.wire.join.LocalCall;
import java.util.List;

/** The calls of one reply: those of local tools, and whether there are others that the client answers. */
public record Calls(List<LocalCall> local, boolean hasClientCalls) {
    public Calls {
        local = List.copyOf(local);
    }
}

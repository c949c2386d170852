package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tool calls of one message, put together from differences that may be interleaved.
 *
 * <p>A difference names its call by {@code index}. Some servers leave that out and send each call in one piece: there
 * an id that is new begins a call, and a difference without one goes on with the last.
 */
final class ToolCalls {
    private final Map<String, Assembly> byName = new LinkedHashMap<>();
    private String last = "";

    void add(Bytes difference) {
        Optional<Members> found = Members.of(difference);
        if (found.isEmpty()) {
            return;
        }
        Members members = found.get();
        last = members.raw("index")
                .map(Bytes::utf8)
                .or(() -> members.text("id").map(id -> "id " + id))
                .orElse(last);
        byName.computeIfAbsent(last, name -> new Assembly()).add(members);
    }

    /** The calls as a client sends them back, without the index. */
    Bytes toBytes() {
        RawJson calls = new RawJson().add("[");
        for (Assembly call : byName.values()) {
            call.drop("index");
            calls.element(call.toBytes());
        }
        return calls.add("]").toBytes();
    }
}

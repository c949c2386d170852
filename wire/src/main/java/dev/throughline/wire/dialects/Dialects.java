package dev.throughline.wire.dialects;

import dev.throughline.model.Dialect;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatWire;
import dev.throughline.wire.messages.MessagesWire;
import dev.throughline.wire.responses.ResponsesWire;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The dialects that this gateway speaks. A new one is a package of its own and one line here. */
public final class Dialects {
    private static final List<Wire> ALL = List.of(new ResponsesWire(), new ChatWire(), new MessagesWire());

    private static final Map<Dialect, Wire> BY_DIALECT =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Wire::dialect, Function.identity()));

    private Dialects() {}

    /** The wire that speaks this dialect. */
    public static Wire of(Dialect dialect) {
        Wire wire = BY_DIALECT.get(dialect);
        if (wire == null) {
            throw new IllegalArgumentException("expected a registered dialect, found " + dialect.word());
        }
        return wire;
    }
}

package dev.throughline.wire.dialects;

import dev.throughline.model.Dialect;
import dev.throughline.wire.Wire;
import dev.throughline.wire.chat.ChatDialect;
import dev.throughline.wire.messages.MessagesDialect;
import dev.throughline.wire.responses.ResponsesDialect;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The dialects that the gateway supports. A new one is a package of its own and one entry here. */
public final class Dialects {
    /** Under paths of no dialect, the first one applies unless the headers of a request show another. */
    private static final List<Wire> ALL = List.of(ResponsesDialect.WIRE, ChatDialect.WIRE, MessagesDialect.WIRE);

    private static final Map<Dialect, Wire> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Wire::dialect, Function.identity()));

    private Dialects() {}

    public static List<Wire> all() {
        return ALL;
    }

    public static List<Dialect> names() {
        return ALL.stream().map(Wire::dialect).toList();
    }

    public static Wire of(Dialect dialect) {
        Wire wire = BY_NAME.get(dialect);
        if (wire == null) {
            throw new IllegalArgumentException("expected a registered dialect, found " + dialect);
        }
        return wire;
    }
}

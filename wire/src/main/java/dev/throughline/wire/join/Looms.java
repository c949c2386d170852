package dev.throughline.wire.join;

import dev.throughline.model.Dialect;
import dev.throughline.wire.Wires;
import dev.throughline.wire.chat.join.ChatLoom;
import dev.throughline.wire.messages.join.MessagesLoom;
import dev.throughline.wire.responses.join.ResponsesLoom;

/** The looms of the house, one per dialect. */
public final class Looms {
    private Looms() {}

    public static Loom of(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> new ResponsesLoom(Wires.of(dialect));
            case CHAT -> new ChatLoom(Wires.of(dialect));
            case MESSAGES -> new MessagesLoom(Wires.of(dialect));
        };
    }
}

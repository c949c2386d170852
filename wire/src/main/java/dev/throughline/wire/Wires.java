package dev.throughline.wire;

import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatWire;
import dev.throughline.wire.messages.MessagesWire;
import dev.throughline.wire.responses.ResponsesWire;

/** The wires of the house, one per dialect. */
public final class Wires {
    private static final Wire RESPONSES = new ResponsesWire(Wires::unjoined, Wires::unjoined);
    private static final Wire CHAT = new ChatWire(Wires::unjoined, Wires::unjoined);
    private static final Wire MESSAGES = new MessagesWire(Wires::unjoined, Wires::unjoined);

    private Wires() {}

    /** The wire that speaks this dialect. */
    public static Wire of(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> RESPONSES;
            case CHAT -> CHAT;
            case MESSAGES -> MESSAGES;
        };
    }

    private static ReplyReader unjoined() {
        throw new IllegalStateException("joined at merge");
    }
}

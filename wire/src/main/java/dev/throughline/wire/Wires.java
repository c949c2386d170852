package dev.throughline.wire;

import dev.throughline.model.Dialect;
import dev.throughline.wire.chat.ChatStream;
import dev.throughline.wire.chat.ChatWhole;
import dev.throughline.wire.chat.ChatWire;
import dev.throughline.wire.messages.MessagesStream;
import dev.throughline.wire.messages.MessagesWhole;
import dev.throughline.wire.messages.MessagesWire;
import dev.throughline.wire.responses.ResponsesStream;
import dev.throughline.wire.responses.ResponsesWhole;
import dev.throughline.wire.responses.ResponsesWire;

/** The wires of the house, one per dialect. */
public final class Wires {
    private static final Wire RESPONSES = new ResponsesWire(ResponsesStream::new, ResponsesWhole::new);
    private static final Wire CHAT = new ChatWire(ChatStream::new, ChatWhole::new);
    private static final Wire MESSAGES = new MessagesWire(MessagesStream::new, MessagesWhole::new);

    private Wires() {}

    /** The wire that speaks this dialect. */
    public static Wire of(Dialect dialect) {
        return switch (dialect) {
            case RESPONSES -> RESPONSES;
            case CHAT -> CHAT;
            case MESSAGES -> MESSAGES;
        };
    }
}

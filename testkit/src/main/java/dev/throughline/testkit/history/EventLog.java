package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.sse.SseEncoder;

/** A stream of events while it is being written. */
final class EventLog {
    private final boolean isChat;
    private final JsonBuilder out = new JsonBuilder();

    EventLog(SimulatedDialect dialect) {
        this.isChat = dialect == SimulatedDialect.CHAT;
    }

    EventLog add(Json.Obj data) {
        out.add(SseEncoder.event(isChat ? "" : data.text("type"), data.bytes()));
        return this;
    }

    Bytes end() {
        return isChat ? out.add("data: [DONE]\n\n").toBytes() : out.toBytes();
    }
}

package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.sse.SseEncoder;

/** A stream of events while it is being written. */
final class EventLog {
    private final SseEncoder encoder;
    private final JsonBuilder out = new JsonBuilder();

    EventLog(SimulatedDialect dialect) {
        this.encoder = dialect == SimulatedDialect.CHAT ? SseEncoder.UNNAMED : SseEncoder.NAMED;
    }

    EventLog add(Json.Obj data) {
        out.add(encoder.event(data.text("type"), data.bytes()));
        return this;
    }

    Bytes end() {
        return encoder == SseEncoder.UNNAMED ? out.add("data: [DONE]\n\n").toBytes() : out.toBytes();
    }
}

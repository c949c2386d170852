package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.RawJson;
import dev.throughline.wire.sse.SseEncoder;

/** A stream of events while it is being written. */
final class EventLog {
    private final SseEncoder encoder;
    private final RawJson out = new RawJson();

    EventLog(Dialect dialect) {
        this.encoder = new SseEncoder(dialect);
    }

    EventLog add(Json.Obj data) {
        out.add(encoder.event(data.text("type"), data.bytes()));
        return this;
    }

    Bytes end() {
        return out.add(encoder.end()).toBytes();
    }
}

package dev.throughline.engine.helper;

import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.UUID;

/** Questions for tests. */
final class Questions {
    private Questions() {}

    static SessionRef session(int number) {
        return new SessionRef(Tenant.LOCAL, new SessionId(new UUID(7, number)));
    }

    /** A question whose answer is one word. */
    static HelperQuestion<String> word() {
        String schema = "{\"type\":\"object\",\"properties\":{\"word\":{\"type\":\"string\"}},\"required\":[\"word\"]}";
        return new HelperQuestion<>(
                "word",
                "Say one word.",
                "Which word?",
                new AnswerSchema(Bytes.of(schema)),
                json -> json instanceof Json.Obj object ? object.text("word").orElseThrow() : "",
                100,
                Duration.ofSeconds(30));
    }
}

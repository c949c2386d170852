package dev.throughline.simulator.answer;

import dev.throughline.simulator.json.JsonNodes;
import tools.jackson.databind.JsonNode;

/** Takes the events of a stream. Each is sent before the call returns, so a slow client slows the writer. */
@FunctionalInterface
public interface EventSink {
    /** Sends one event, complete with the blank line behind it. */
    void send(String event);

    default void named(String name, JsonNode data) {
        send("event: " + name + "\ndata: " + JsonNodes.write(data) + "\n\n");
    }

    default void unnamed(JsonNode data) {
        send("data: " + JsonNodes.write(data) + "\n\n");
    }
}

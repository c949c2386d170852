package dev.throughline.testkit.model.write;

import dev.throughline.testkit.model.shape.Json;
import tools.jackson.databind.JsonNode;

/** Where the events of a stream go. Each is sent before the call returns, so a slow client slows the writer. */
@FunctionalInterface
public interface Events {
    /** Sends one event, complete with the blank line behind it. */
    void send(String event);

    default void named(String name, JsonNode data) {
        send("event: " + name + "\ndata: " + Json.write(data) + "\n\n");
    }

    default void unnamed(JsonNode data) {
        send("data: " + Json.write(data) + "\n\n");
    }
}

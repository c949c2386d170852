package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class OpenApiDocumentTest {
    @Test
    void a_star_is_a_parameter_with_the_name_of_the_place_before_it() {
        JsonNode document = OpenApiDocument.of(Map.of("sessions/*/sources/*", Map.of("GET", "")), "1");
        JsonNode get = document.at("/paths")
                .get("/sessions/{session}/sources/{source}")
                .get("get");
        assertEquals("session", get.at("/parameters/0/name").asString());
        assertEquals("source", get.at("/parameters/1/name").asString());
        assertTrue(get.get("responses").has("200") && get.get("responses").has("404"));
        assertEquals("1", document.at("/info/version").asString());
    }
}

package dev.throughline.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.throughline.engine.archive.Entry;
import dev.throughline.model.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class ViewSchemaTest {
    private enum Colour {
        RED,
        BLUE
    }

    private record Inner(Optional<String> tool, double change) {}

    private record Sample(
            SessionId session,
            @JsonProperty("is_open") boolean isOpen,
            @Nullable String note,
            OptionalLong tokensAfter,
            List<Inner> parts,
            Map<String, Long> byKind,
            Colour colour,
            @JsonUnwrapped Inner inner) {}

    private static String member(String name, Class<?> view) {
        return ViewSchema.of(view).get("properties").get(name).toString();
    }

    @Test
    void members_have_the_types_that_are_written() {
        String inner = "{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{"
                + "\"tool\":{\"type\":[\"string\",\"null\"]},\"change\":{\"type\":\"number\"}},"
                + "\"required\":[\"tool\",\"change\"]}";
        String expected = "{\"session\":{\"type\":\"string\"},\"is_open\":{\"type\":\"boolean\"},"
                + "\"note\":{\"type\":[\"string\",\"null\"]},\"tokens_after\":{\"type\":[\"integer\",\"null\"]},"
                + "\"parts\":{\"type\":\"array\",\"items\":" + inner + "},"
                + "\"by_kind\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}},"
                + "\"colour\":{\"type\":\"string\",\"enum\":[\"RED\",\"BLUE\"]},"
                + "\"tool\":{\"type\":[\"string\",\"null\"]},\"change\":{\"type\":\"number\"}}";
        JsonMapper json = new JsonMapper();
        assertEquals(json.readTree(expected), ViewSchema.of(Sample.class).get("properties"));
    }

    @Test
    void annotations_for_records_of_other_modules_apply() {
        assertEquals("{\"type\":\"string\"}", member("type", Entry.Edited.class));
        assertEquals("{\"type\":\"string\"}", member("trigger", Entry.Edited.class));
        assertEquals("{\"type\":\"string\"}", member("breakEven", Entry.Edited.class));
    }
}

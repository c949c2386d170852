package dev.throughline.simulator.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class UsedToolsTest {
    private static final RecordedCall OBJECT = new RecordedCall("1", "Read", "{\"path\": \"a\", \"end\": 2}");
    private static final RecordedCall TEXT = new RecordedCall("2", "patch", "*** go");
    private static final RecordedCall LIST = new RecordedCall("3", "Read", "[1]");

    private final UsedTools tools =
            new UsedTools(List.of(RecordedMessage.answer("", List.of(OBJECT, TEXT, LIST), OptionalDouble.empty())));

    @Test
    void the_schema_of_a_tool_contains_the_arguments_of_its_calls() {
        assertEquals("{Read=[end, input, path], patch=[input]}", tools.all().toString());
        assertEquals(true, tools.takesText("patch"));
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}}}",
                JsonNodes.write(UsedTools.schema(tools.all().getOrDefault("patch", java.util.Set.of()))));
    }

    @Test
    void arguments_that_are_no_object_become_the_member_input() {
        assertEquals("{\"path\":\"a\",\"end\":2}", JsonNodes.write(tools.input(OBJECT)));
        assertEquals("{\"input\":\"*** go\"}", JsonNodes.write(tools.input(TEXT)));
        assertEquals("{\"input\":[1]}", tools.jsonText(LIST));
        assertEquals("{\"path\": \"a\", \"end\": 2}", tools.jsonText(OBJECT));
    }
}

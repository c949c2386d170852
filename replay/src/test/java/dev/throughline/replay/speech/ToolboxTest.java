package dev.throughline.replay.speech;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.text.Compact;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ToolboxTest {
    private static final Call OBJECT = new Call("1", "Read", "{\"path\": \"a\", \"end\": 2}");
    private static final Call FREE = new Call("2", "patch", "*** go");
    private static final Call LIST = new Call("3", "Read", "[1]");

    private final Toolbox toolbox =
            new Toolbox(List.of(Message.answer("", List.of(OBJECT, FREE, LIST), OptionalDouble.empty())));

    @Test
    void a_tool_has_the_arguments_that_it_was_given() {
        assertEquals("{Read=[end, input, path], patch=[input]}", toolbox.all().toString());
        assertEquals(true, toolbox.takesText("patch"));
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}}}",
                Compact.text(Toolbox.schema(toolbox.all().getOrDefault("patch", java.util.Set.of()))));
    }

    @Test
    void what_is_no_object_becomes_the_input_of_one() {
        assertEquals("{\"path\":\"a\",\"end\":2}", Compact.text(toolbox.input(OBJECT)));
        assertEquals("{\"input\":\"*** go\"}", Compact.text(toolbox.input(FREE)));
        assertEquals("{\"input\":[1]}", toolbox.jsonText(LIST));
        assertEquals("{\"path\": \"a\", \"end\": 2}", toolbox.jsonText(OBJECT));
    }
}

package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.CallSubject.Argument;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CallArgumentsTest {
    @Test
    void nested_arguments_are_found() {
        assertEquals(
                List.of(new Argument("path", "a.java"), new Argument("line", "7")),
                CallArguments.of("{\"edits\":[{\"path\":\"a.java\",\"line\":7,\"isNew\":true}]}"));
    }

    @Test
    void the_last_word_of_a_command_array_is_the_command() {
        assertEquals(
                List.of(new Argument("command", "make"), new Argument("", "sh"), new Argument("", "-c")),
                CallArguments.of("{\"command\":[\"sh\",\"-c\",\"make\"]}"));
    }

    @Test
    void text_that_is_not_json_is_one_argument() {
        assertEquals(List.of(new Argument("input", "*** Begin")), CallArguments.of("*** Begin"));
        assertEquals("*** Begin", CallArguments.valuesText("*** Begin"));
        assertEquals("make\nsh", CallArguments.valuesText("[\"sh\",\"make\"]"));
    }
}

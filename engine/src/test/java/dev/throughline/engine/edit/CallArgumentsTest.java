package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.CallSubject.Argument;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CallArgumentsTest {
    @Test
    void arguments_are_found_however_deep_they_are() {
        assertEquals(
                List.of(new Argument("path", "a.java"), new Argument("line", "7")),
                CallArguments.of("{\"edits\":[{\"path\":\"a.java\",\"line\":7,\"isNew\":true}]}"));
    }

    @Test
    void of_a_command_in_words_the_last_is_what_runs() {
        assertEquals(
                List.of(new Argument("command", "make"), new Argument("", "sh"), new Argument("", "-c")),
                CallArguments.of("{\"command\":[\"sh\",\"-c\",\"make\"]}"));
    }

    @Test
    void what_is_no_json_is_one_argument() {
        assertEquals(List.of(new Argument("input", "*** Begin")), CallArguments.of("*** Begin"));
        assertEquals("*** Begin", CallArguments.valuesText("*** Begin"));
        assertEquals("make\nsh", CallArguments.valuesText("[\"sh\",\"make\"]"));
    }
}

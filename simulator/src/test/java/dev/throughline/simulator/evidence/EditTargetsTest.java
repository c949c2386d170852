package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class EditTargetsTest {
    private static final String PATCH = """
        *** Begin Patch
        *** Update File: src/Header.java
        @@ class Header {
         int first = 1;
        -int second = 2;
        +int second = 3;
         int third = 3;
        @@
        +int added = 4;
         int only_context = 5;
        *** Add File: src/Trailer.java
        +class Trailer {}
        -never a removed line
        *** Update File: src/Body.java
        -  return header.length();
        +  return header.size();
        *** End Patch\
        """;

    private static final List<String> OLD_SIDES =
            List.of("int first = 1;\nint second = 2;\nint third = 3;", "  return header.length();");

    private static List<String> of(String... arguments) {
        List<RecordedCall> calls = Arrays.stream(arguments)
                .map(each -> new RecordedCall("call", "tool", each))
                .toList();
        return EditTargets.of(RecordedMessage.answer("said", calls, OptionalDouble.empty()));
    }

    /** A text as a JSON string. */
    private static String quoted(String text) {
        return "\"" + text.replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    @Test
    void the_replaced_text_is_a_target_under_every_known_argument_name() {
        for (String name : List.of("old_string", "old_str", "oldString", "oldText", "old_text", "search")) {
            String arguments = "{\"path\":\"a.txt\",\"" + name + "\":\"first line\\nsecond\",\"new\":\"another line\"}";
            assertEquals(List.of("first line\nsecond"), of(arguments), name);
        }
    }

    @Test
    void the_targets_of_a_list_of_edits_keep_their_order_and_repetitions() {
        assertEquals(
                List.of("the first target", "the second target", "the first target"),
                of(
                        "{\"file_path\":\"a\",\"edits\":[{\"old_string\":\"the first target\",\"new_string\":\"x\"},"
                                + "{\"old_string\":\"the second target\",\"new_string\":\"y\"}]}",
                        "{\"old_string\":\"the first target\"}"));
    }

    @Test
    void the_targets_of_a_patch_are_the_old_sides_of_hunks_that_remove_lines() {
        assertEquals(OLD_SIDES, of(PATCH));
        assertEquals(OLD_SIDES, of("{\"input\":" + quoted(PATCH) + "}"));
    }

    @Test
    void a_patch_is_found_inside_a_shell_command() {
        String command = "apply_patch <<'EOF'\n" + PATCH + "\nEOF\n";
        assertEquals(OLD_SIDES, of("{\"command\":[\"bash\",\"-lc\"," + quoted(command) + "]}"));
        assertEquals(OLD_SIDES, of("{\"cmd\":" + quoted(command) + ",\"timeout\":1000}"));
    }

    @Test
    void short_targets_and_non_text_arguments_are_ignored() {
        assertEquals(List.of("12 letters.."), of("{\"old_string\":\"12 letters..\"}"));
        assertEquals(List.of(), of("{\"old_string\":\"  11 letters \\n\"}", "{\"old_string\":12345678901234567}"));
        assertEquals(List.of(), of("no JSON", "", "{\"command\":\"git diff --stat and more\"}"));
    }

    @Test
    void a_target_is_found_in_a_nested_object() {
        assertEquals(List.of("the inner target"), of("{\"search\":{\"old_text\":\"the inner target\"}}"));
    }
}

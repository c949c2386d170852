package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VisiblePromptTest {
    @Test
    void a_messages_prompt_is_read() {
        VisiblePrompt prompt = VisiblePrompt.of(SimulatedDialect.MESSAGES, Bytes.of("""
            {"messages":[
              {"role":"user","content":"do it"},
              {"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"well"},
                {"type":"tool_use","id":"t1","name":"Edit","input":{"old_string":"a\\nb","all":false}}]},
              {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,
                "content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}]}]}
            """));
        assertEquals(
                new VisiblePrompt(
                        List.of("do it", "well"),
                        List.of(new VisiblePrompt.Call("t1", "Edit", List.of("a\nb"))),
                        List.of(new VisiblePrompt.Result("t1", "one\ntwo", true))),
                prompt);
    }

    @Test
    void a_responses_prompt_is_read() {
        VisiblePrompt prompt = VisiblePrompt.of(SimulatedDialect.RESPONSES, Bytes.of("""
            {"input":[
              {"type":"message","role":"user","content":[{"type":"input_text","text":"do it"}]},
              {"type":"function_call","call_id":"c1","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}"},
              {"type":"function_call_output","call_id":"c1","output":"a.go"},
              {"type":"custom_tool_call","call_id":"c2","name":"apply_patch","input":"*** Begin Patch"},
              {"type":"custom_tool_call_output","call_id":"c2","output":[{"type":"input_text","text":"done"}]}]}
            """));
        assertEquals(
                new VisiblePrompt(
                        List.of("do it"),
                        List.of(
                                new VisiblePrompt.Call("c1", "exec_command", List.of("ls")),
                                new VisiblePrompt.Call("c2", "apply_patch", List.of("*** Begin Patch"))),
                        List.of(
                                new VisiblePrompt.Result("c1", "a.go", false),
                                new VisiblePrompt.Result("c2", "done", false))),
                prompt);
    }

    @Test
    void line_numbers_are_not_part_of_a_file() {
        assertTrue(showing("9\tint a;\n10\tint b;\n").shows("int a;\nint b;"));
        assertTrue(showing("     9→int a;\n    10→int b;\n").shows("int a;\nint b;"));
        assertTrue(showing("int a;\nint b;\n").shows("int a;\nint b;"));
    }

    @Test
    void a_text_in_two_pieces_is_not_found() {
        assertFalse(showing("1\tint a;\n[line 2: as above]\n3\tint c;").shows("int a;\nint b;\nint c;"));
        assertFalse(showing("1\tint a;", "2\tint b;").shows("int a;\nint b;"));
    }

    @Test
    void arguments_that_are_not_json_are_returned_unchanged() {
        VisiblePrompt prompt = VisiblePrompt.of(SimulatedDialect.RESPONSES, Bytes.of("""
            {"input":[{"type":"function_call","call_id":"c1","name":"exec_command","arguments":"[cleared"}]}
            """));
        assertEquals(List.of(new VisiblePrompt.Call("c1", "exec_command", List.of("[cleared"))), prompt.calls());
    }

    private static VisiblePrompt showing(String... texts) {
        return new VisiblePrompt(
                List.of(),
                List.of(),
                List.of(texts).stream()
                        .map(text -> new VisiblePrompt.Result("t", text, false))
                        .toList());
    }
}

package dev.throughline.simulator.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.prompt.PromptItem;
import dev.throughline.simulator.prompt.RequestReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EditTargetSearchTest {
    private final RequestReader reader = new RequestReader(SimulatedDialect.RESPONSES);
    private final EditTargetSearch search = new EditTargetSearch();

    private List<PromptItem> items(String... elements) {
        List<PromptItem> items = new ArrayList<>();
        for (String element : elements) {
            items.addAll(reader.items(Bytes.of(element)));
        }
        return items;
    }

    private static String userMessage(String text) {
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    @Test
    void a_target_is_found_only_verbatim_and_within_one_item() {
        List<PromptItem> prompt = items(userMessage("int a = 1;\\nint b = 2;"), userMessage("int c = 3;"));
        assertEquals(
                List.of("int a = 1;\nint b = 2;", "int c = 3;"),
                search.standing(
                        List.of("int a = 1;\nint b = 2;", "int b = 2;\nint c = 3;", "int  a = 1;", "int c = 3;"),
                        prompt));
    }

    @Test
    void line_numbers_of_a_read_file_are_ignored() {
        List<PromptItem> prompt = items(userMessage("     9→int a = 1;\\n    10→\\tint b = 2;"));
        List<String> targets = List.of("int a = 1;\n\tint b = 2;", "     9→int a = 1;");
        assertEquals(targets, search.standing(targets, prompt));
        assertEquals(List.of(), search.standing(targets, items(userMessage("int a = 1;"))));
    }

    @Test
    void a_target_is_found_in_the_unescaped_arguments_of_an_earlier_call() {
        List<PromptItem> prompt = items("{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"Write\","
                + "\"arguments\":\"{\\\"content\\\":\\\"say \\\\\\\"hello\\\\\\\"\\\\nto all\\\"}\"}");
        assertEquals(List.of("say \"hello\"\nto all"), search.standing(List.of("say \"hello\"\nto all"), prompt));
    }

    @Test
    void a_repeated_target_is_found_each_time() {
        assertEquals(
                List.of("once and again", "once and again"),
                search.standing(List.of("once and again", "once and again"), items(userMessage("once and again"))));
    }
}

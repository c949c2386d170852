package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ModelTableTest {
    private static final Map<String, Integer> BUILT_IN = Map.of("gpt", 1, "gpt-5", 2, "o1", 3);

    @Test
    void the_longest_prefix_decides() {
        ModelTable<Integer> table = new ModelTable<>(Map.of(), BUILT_IN);
        assertEquals(Optional.of(2), table.find("gpt-5-mini"));
        assertEquals(Optional.of(1), table.find("gpt-4"));
        assertEquals(Optional.empty(), table.find("claude"));
    }

    @Test
    void the_users_values_go_before_the_built_in_ones() {
        ModelTable<Integer> table = new ModelTable<>(Map.of("gp", 7, "o1", 8), BUILT_IN);
        assertEquals(Optional.of(7), table.find("gpt-5-mini"));
        assertEquals(Optional.of(8), table.find("o1"));
    }

    @Test
    void a_model_may_have_two_names() {
        ModelTable<Integer> table = new ModelTable<>(Map.of(), BUILT_IN);
        assertEquals("gpt-5", ModelTable.withoutVendor("vendor/gpt-5"));
        assertEquals(Optional.empty(), table.find("vendor/gpt-5"));
        assertEquals(Optional.of(2), table.find("vendor/gpt-5", "gpt-5"));
    }
}

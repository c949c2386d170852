package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
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

    @Test
    void random_tables_find_the_longest_prefix_of_the_user_and_then_the_longest_built_in_one() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Map<String, Integer> own = table(random, 0);
            Map<String, Integer> builtIn = table(random, 100);
            String model = name(random, 6);
            Optional<Integer> expected = longest(own, model).or(() -> longest(builtIn, model));
            assertEquals(expected, new ModelTable<>(own, builtIn).find(model), "seed " + seed + ": " + model);
        }
    }

    private static Optional<Integer> longest(Map<String, Integer> table, String model) {
        return table.entrySet().stream()
                .filter(entry -> model.startsWith(entry.getKey()))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue);
    }

    private static Map<String, Integer> table(Random random, int first) {
        Map<String, Integer> table = new HashMap<>();
        for (int i = random.nextInt(8); i > 0; i--) {
            table.put(name(random, 1 + random.nextInt(5)), first + i);
        }
        return table;
    }

    private static String name(Random random, int length) {
        return random.ints(length, 'a', 'c').mapToObj(Character::toString).collect(Collectors.joining());
    }
}

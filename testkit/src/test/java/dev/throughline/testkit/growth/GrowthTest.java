package dev.throughline.testkit.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class GrowthTest {
    @Test
    void one_pass_over_a_text_is_not_too_fast() {
        assertEquals(
                List.of(),
                Growth.tooFast(Map.of("copy", text -> text.getChars(0, text.length(), new char[text.length()], 0))));
    }

    /** At the largest text this pattern would take minutes: it must be found before. */
    @Test
    void a_pattern_that_looks_behind_every_space_is_too_fast_on_spaces() {
        Pattern quadratic = Pattern.compile(" *2>&1$");
        var found = Growth.tooFast(
                Map.of("quadratic", text -> quadratic.matcher(text + "|").find()));
        assertTrue(found.stream().anyMatch(line -> line.startsWith("quadratic on spaces: ")), found::toString);
    }
}

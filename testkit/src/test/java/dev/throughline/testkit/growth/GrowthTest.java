package dev.throughline.testkit.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class GrowthTest {
    @Test
    void linear_work_is_not_reported() {
        assertEquals(
                List.of(),
                Growth.tooFast(Map.of("copy", text -> text.getChars(0, text.length(), new char[text.length()], 0))));
    }

    /** At the largest text this pattern would take minutes: it must be found before. */
    @Test
    void a_quadratic_pattern_is_reported_for_a_text_of_spaces() {
        Pattern quadratic = Pattern.compile(" *2>&1$");
        var found = Growth.tooFast(
                Map.of("quadratic", text -> quadratic.matcher(text + "|").find()));
        assertTrue(found.stream().anyMatch(line -> line.startsWith("quadratic on spaces: ")), found::toString);
    }
}

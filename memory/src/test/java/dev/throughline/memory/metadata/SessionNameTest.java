package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class SessionNameTest {
    @Test
    void a_name_is_in_kebab_case() {
        assertEquals("move-the-parser", SessionName.of("  Move the Parser! "));
        assertEquals("dont-break-ci-yml", SessionName.of("Don't break ci.yml"));
        assertEquals("überweisung-prüfen", SessionName.of("Überweisung prüfen"));
        assertEquals("解析器-移动", SessionName.of("解析器 移动"));
    }

    @Test
    void a_text_without_letters_gives_a_name_too() {
        assertEquals("untitled", SessionName.of("?! …"));
        assertEquals("", SessionName.normalised("?!"));
    }

    @Test
    void a_long_name_is_cut_after_a_word() {
        String name = SessionName.of("one two three four five six seven eight nine ten eleven twelve thirteen");
        assertEquals("one-two-three-four-five-six-seven-eight-nine-ten-eleven", name);
        assertEquals(60, SessionName.of("x".repeat(100)).length());
        assertEquals("a".repeat(60), SessionName.of("a".repeat(60) + " b"));
    }

    @Test
    void a_taken_name_gets_the_first_free_number() {
        assertEquals("fix", SessionName.unique("fix", Set.of("other")::contains));
        assertEquals("fix-3", SessionName.unique("fix", Set.of("fix", "fix-2")::contains));
    }

    @Test
    void a_number_does_not_make_a_name_too_long() {
        String longest = "a".repeat(58) + "-b";
        String unique = SessionName.unique(longest, longest::equals);
        assertEquals("a".repeat(58) + "-2", unique);
        assertTrue(unique.length() <= SessionName.MAX_LENGTH);
    }
}

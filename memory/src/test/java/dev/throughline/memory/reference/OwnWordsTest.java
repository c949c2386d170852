package dev.throughline.memory.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class OwnWordsTest {
    private static String words(String text) {
        return OwnWords.of(text).replace(OwnWords.QUOTED, '#');
    }

    @Test
    void quoted_text_is_replaced_and_lines_stay() {
        assertEquals("see ###\n#####\n\nmine", words("see `a`\n> abc\n\nmine"));
        assertEquals("a\n###\n#\n###\nb", words("a\n```\nx\n```\nb"));
        assertEquals("say ##### or @@\"a b\"", words("say \"abc\" or @@\"a b\""));
    }

    @Test
    void an_element_is_quoted_with_its_tags() {
        assertEquals("#####\n#\n######", words("<doc>\nx\n</doc>"));
    }

    @Test
    void prose_stays_as_it_is() {
        String prose = "If you need more, look at the parser; it is new.\nReturn to it later - from time to time.\n\n"
                + "# A heading\n- a list\n- of two lines";
        assertEquals(prose, words(prose));
    }
}

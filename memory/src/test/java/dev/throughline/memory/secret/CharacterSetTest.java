package dev.throughline.memory.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CharacterSetTest {
    private static String members(CharacterSet set) {
        return IntStream.range(0, 0x300)
                .filter(c -> set.has((char) c))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    @Test
    void a_set_has_the_characters_of_its_ranges() {
        assertEquals("0123456789abcdef", members(CharacterSet.HEX));
        assertEquals("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", members(CharacterSet.URL64));
        assertEquals("+/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", members(CharacterSet.BASE64));
    }

    @Test
    void a_run_ends_at_another_character_at_the_limit_or_at_the_end() {
        assertEquals(3, CharacterSet.DIGITS.runEnd("x12y", 1, 9));
        assertEquals(2, CharacterSet.DIGITS.runEnd("x12y", 1, 1));
        assertEquals(4, CharacterSet.DIGITS.runEnd("x123", 1, Integer.MAX_VALUE));
        assertEquals(1, CharacterSet.DIGITS.runStart("x12y", 3, 9));
        assertEquals(2, CharacterSet.DIGITS.runStart("x12y", 3, 1));
        assertEquals(0, CharacterSet.DIGITS.runStart("12y", 2, 9));
    }
}

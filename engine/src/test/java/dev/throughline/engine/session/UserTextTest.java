package dev.throughline.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class UserTextTest {
    private static final String TIME = "[Sun 2026-11-15 18:44 UTC] ";
    private static final String RUNTIME = "\n\nRuntime: agent=main | session=agent:main:main\nmore";

    private static UserText of(String text) {
        return UserText.of(text, List.of("Runtime: agent="));
    }

    @Test
    void a_time_before_the_words_and_a_paragraph_below_them_are_separated() {
        assertEquals(new UserText(TIME, "/status", RUNTIME), of(TIME + "/status" + RUNTIME));
        assertEquals(new UserText(TIME, "one\n\ntwo", RUNTIME), of(TIME + "one\n\ntwo" + RUNTIME));
        assertEquals(new UserText(TIME, "", RUNTIME), of(TIME + RUNTIME));
    }

    @Test
    void a_text_without_them_consists_of_words() {
        for (String text : List.of("", "hello", "[note] hello", "[2026-11-15 18:44:03] ERROR", "Runtime: agent=main")) {
            assertEquals(new UserText("", text, ""), of(text));
        }
    }

    @Test
    void only_the_last_such_paragraph_is_below_the_words() {
        assertEquals(
                new UserText("", "see:" + RUNTIME, "\n\nRuntime: agent=b"),
                of("see:" + RUNTIME + "\n\nRuntime: agent=b"));
    }
}

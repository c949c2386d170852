package dev.throughline.model.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenCountTest {
    /** A sentence that the two vocabularies cut differently. */
    private static final String TELLING = "お誕生日おめでとう";

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5.5", "gpt-4.1-mini", "gpt-4o", "o3", "o4-mini", "openai/gpt-5", "codex-mini"})
    void newer_models_of_openai_count_with_the_large_vocabulary(String model) {
        assertEquals(8, TokenCount.of(model).ofText(TELLING));
        assertTrue(TokenCount.of(model).isLike(TokenCount.of("gpt-5")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-4", "gpt-4-turbo", "gpt-3.5-turbo"})
    void older_ones_with_the_smaller(String model) {
        assertEquals(9, TokenCount.of(model).ofText(TELLING));
        assertEquals(6, TokenCount.of(model).ofText("tiktoken is great!"));
        assertFalse(TokenCount.of(model).isLike(TokenCount.of("gpt-5")));
    }

    @Test
    void others_are_estimated_from_their_characters() {
        assertEquals(100, TokenCount.of("claude-opus-5-5").ofText("x".repeat(280)));
        assertEquals(100, TokenCount.of("unheard-of").ofText("x".repeat(400)));
        assertEquals(100, TokenCount.of("gpt-5").guess(400));
        assertEquals(280, TokenCount.of("claude-x").characters(100));
    }

    @Test
    void an_item_counts_its_frame_its_pictures_and_what_is_sealed() {
        assertEquals(6 + 100 + 2 * 1_500 + 25, TokenCount.of("unheard-of").ofItem("x".repeat(400), 2, 100));
    }

    @Test
    void a_word_of_a_megabyte_is_counted_in_time() {
        long tokens = assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> TokenCount.of("gpt-5").ofText("x".repeat(300_000)));
        assertTrue(tokens > 10_000 && tokens < 300_000, "counted " + tokens);
    }
}

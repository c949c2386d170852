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
    /** A sentence whose token count differs between the two vocabularies. */
    private static final String DIFFERENT = "お誕生日おめでとう";

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5.5", "gpt-4.1-mini", "gpt-4o", "o3", "o4-mini", "openai/gpt-5", "codex-mini"})
    void newer_openai_models_use_the_large_vocabulary(String model) {
        assertEquals(8, TokenCount.of(model).ofText(DIFFERENT));
        assertTrue(TokenCount.of(model).isLike(TokenCount.of("gpt-5")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-4", "gpt-4-turbo", "gpt-3.5-turbo"})
    void older_openai_models_use_the_smaller_vocabulary(String model) {
        assertEquals(9, TokenCount.of(model).ofText(DIFFERENT));
        assertEquals(6, TokenCount.of(model).ofText("tiktoken is great!"));
        assertFalse(TokenCount.of(model).isLike(TokenCount.of("gpt-5")));
    }

    @Test
    void tokens_of_other_models_are_estimated_from_the_character_count() {
        assertEquals(100, TokenCount.of("claude-opus-5-5").ofText("x".repeat(280)));
        assertEquals(100, TokenCount.of("unknown-model").ofText("x".repeat(400)));
        assertEquals(100, TokenCount.of("gpt-5").guess(400));
        assertEquals(280, TokenCount.of("claude-x").characters(100));
    }

    @Test
    void the_tokens_of_an_item_include_its_frame_its_images_and_its_encrypted_bytes() {
        assertEquals(6 + 100 + 2 * 1_500 + 25, TokenCount.of("unknown-model").ofItem("x".repeat(400), 2, 100));
    }

    @Test
    void a_very_long_word_is_counted_within_the_time_limit() {
        long tokens = assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> TokenCount.of("gpt-5").ofText("x".repeat(300_000)));
        assertTrue(tokens > 10_000 && tokens < 300_000, "counted " + tokens);
    }
}

package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.RawObject;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class OverflowMessagesTest {
    private static void assertOverflow(long tokens, long window, String sentence) {
        Overflow expected = new Overflow(OptionalLong.of(tokens), OptionalLong.of(window));
        assertEquals(Optional.of(expected), OverflowMessages.in(sentence), sentence);
    }

    @Test
    void the_numbers_are_found_in_the_messages_of_many_servers() {
        assertOverflow(210_000, 200_000, "prompt is too long: 210000 tokens > 200000 maximum");
        assertOverflow(
                180_000,
                200_000,
                "input length and `max_tokens` exceed context limit: 180000 + 32000 > 200000, decrease input length");
        assertOverflow(
                9_000,
                8_192,
                "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens."
                        + " Please reduce the length of the messages.");
        assertOverflow(
                9_000,
                8_192,
                "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the"
                        + " messages, 1000 in the completion).");
        assertOverflow(
                9_000,
                8_192,
                "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens");
        assertOverflow(
                300_000,
                272_000,
                "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.");
        assertOverflow(
                537_812,
                131_072,
                "This model's maximum prompt length is 131072 but the request contains 537812 tokens.");
        assertOverflow(
                9_000,
                8_192,
                "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it");
        assertOverflow(
                9_000, 8_192, "The input (9000 tokens) is longer than the model's context length (8192 tokens).");
        assertOverflow(
                9_000, 8_192, "The decoder prompt (length 9000) is longer than the maximum model length of 8192.");
        assertOverflow(
                9_000, 8_192, "The input token count (9000) exceeds the maximum number of tokens allowed (8192).");
        assertOverflow(9_000, 8_192, "Your request exceeded model token limit: 8192 (requested: 9000)");
        assertOverflow(
                5_000,
                4_096,
                "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100"
                        + " `max_new_tokens`");
    }

    @Test
    void a_message_without_numbers_is_recognised() {
        Overflow unknown = new Overflow(OptionalLong.empty(), OptionalLong.empty());

        assertEquals(Optional.of(unknown), OverflowMessages.in("Your input exceeds the context window of this model."));
        assertEquals(Optional.of(unknown), OverflowMessages.in("prompt is too long"));
    }

    @Test
    void other_errors_are_no_overflow() {
        assertEquals(Optional.empty(), OverflowMessages.in("max_tokens: must be greater than or equal to 1"));
        assertEquals(
                Optional.empty(),
                OverflowMessages.in(
                        "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000."));
    }

    @Test
    void an_error_is_recognised_by_its_code_and_its_numbers_are_read() {
        RawObject error = RawObject.of(Bytes.of(SplicedReplies.quoted(
                        "{'type':'exceed_context_size_error','message':'no','n_prompt_tokens':9000,'n_ctx':8192}")))
                .orElseThrow();

        assertEquals(
                Optional.of(new Overflow(OptionalLong.of(9_000), OptionalLong.of(8_192))), OverflowMessages.in(error));
    }
}

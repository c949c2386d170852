package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.json.RawObject;
import org.junit.jupiter.api.Test;

class OpenAiUsageTest {
    @Test
    void cached_tokens_are_part_of_the_prompt() {
        assertEquals(
                new Usage(5, 3, 2, 4),
                usage("{\"prompt_tokens\":10,\"completion_tokens\":4,\"prompt_tokens_details\":{\"cached_tokens\":3,"
                        + "\"cache_write_tokens\":2}}"));
        assertEquals(new Usage(10, 0, 0, 4), usage("{\"prompt_tokens\":10,\"completion_tokens\":4}"));
        assertEquals(Usage.NONE, usage("{\"prompt_tokens\":\"x\",\"prompt_tokens_details\":null}"));
    }

    private static Usage usage(String json) {
        return OpenAiUsage.of(RawObject.of(Bytes.of(json)).orElseThrow(), "prompt_tokens", "completion_tokens");
    }
}

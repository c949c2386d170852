package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.RawObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiFormatTest {
    @Test
    void the_body_contains_the_code() {
        assertEquals(
                Bytes.of("{\"error\":{\"message\":\"too \\\"big\\\"\",\"type\":\"invalid_request_error\","
                        + "\"param\":null,\"code\":\"body_too_large\"}}"),
                OpenAiFormat.error(413, "body_too_large", "too \"big\""));
    }

    @Test
    void any_message_can_be_written() {
        Json.parse(OpenAiFormat.error(500, "\ud800", "\ud800\u0000"));
    }

    @ParameterizedTest
    @CsvSource({
        "400,invalid_request_error",
        "401,invalid_request_error",
        "429,rate_limit_error",
        "500,server_error",
        "529,server_error"
    })
    void the_type_follows_the_status(int status, String type) {
        assertEquals(
                "{\"error\":{\"message\":\"m\",\"type\":\"" + type + "\",\"param\":null,\"code\":\"c\"}}",
                OpenAiFormat.error(status, "c", "m").utf8());
    }

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
        return OpenAiFormat.usage(RawObject.of(Bytes.of(json)).orElseThrow(), "prompt_tokens", "completion_tokens");
    }

    @Test
    void usage_is_read_back_as_it_was_written() {
        Usage usage = new Usage(4, 3, 0, 2);
        Bytes written = OpenAiFormat.usage(usage, "input_tokens", "output_tokens");
        assertEquals(usage, OpenAiFormat.usage(RawObject.of(written).orElseThrow(), "input_tokens", "output_tokens"));
    }
}

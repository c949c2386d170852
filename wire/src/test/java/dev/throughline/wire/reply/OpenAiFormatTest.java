package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OpenAiErrorTest {
    @Test
    void the_body_contains_the_code() {
        assertEquals(
                Bytes.of("{\"error\":{\"message\":\"too \\\"big\\\"\",\"type\":\"invalid_request_error\","
                        + "\"param\":null,\"code\":\"body_too_large\"}}"),
                OpenAiError.body(413, "body_too_large", "too \"big\""));
    }

    @Test
    void any_message_can_be_written() {
        Json.parse(OpenAiError.body(500, "\ud800", "\ud800\u0000"));
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
                OpenAiError.body(status, "c", "m").utf8());
    }
}

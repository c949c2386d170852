package dev.throughline.wire.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorBodyTest {
    @Test
    void openai_has_a_place_for_the_code() {
        assertEquals(
                Bytes.of("{\"error\":{\"message\":\"too \\\"big\\\"\",\"type\":\"invalid_request_error\","
                        + "\"param\":null,\"code\":\"body_too_large\"}}"),
                ErrorBody.openai(413, "body_too_large", "too \"big\""));
    }

    @Test
    void anthropic_has_none() {
        assertEquals(
                Bytes.of("{\"type\":\"error\",\"error\":{\"type\":\"request_too_large\",\"message\":\"too big\"}}"),
                ErrorBody.anthropic(413, "too big"));
    }

    @Test
    void any_message_can_be_written() {
        Json.parse(ErrorBody.openai(500, "\ud800", "\ud800\u0000"));
        Json.parse(ErrorBody.anthropic(500, "\udc00\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "400,invalid_request_error,invalid_request_error",
        "401,authentication_error,invalid_request_error",
        "403,permission_error,invalid_request_error",
        "404,not_found_error,invalid_request_error",
        "413,request_too_large,invalid_request_error",
        "429,rate_limit_error,rate_limit_error",
        "500,api_error,server_error",
        "502,api_error,server_error",
        "529,overloaded_error,server_error"
    })
    void the_type_follows_the_status(int status, String anthropic, String openai) {
        assertEquals(
                "{\"type\":\"error\",\"error\":{\"type\":\"" + anthropic + "\",\"message\":\"m\"}}",
                ErrorBody.anthropic(status, "m").utf8());
        assertEquals(
                "{\"error\":{\"message\":\"m\",\"type\":\"" + openai + "\",\"param\":null,\"code\":\"c\"}}",
                ErrorBody.openai(status, "c", "m").utf8());
    }
}

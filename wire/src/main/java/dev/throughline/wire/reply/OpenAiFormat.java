package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;

/**
 * The body of an error as OpenAI writes it, in both of its dialects.
 *
 * <pre>
 * {"error":{"message":"…","type":"invalid_request_error","param":null,"code":"…"}}
 * </pre>
 */
public final class OpenAiError {
    private OpenAiError() {}

    public static Bytes body(int status, String code, String message) {
        Bytes none = Bytes.of("null");
        return JsonBuilder.object(
                "error", JsonBuilder.object("message", message, "type", type(status), "param", none, "code", code));
    }

    private static String type(int status) {
        if (status >= 500) {
            return "server_error";
        }
        return status == 429 ? "rate_limit_error" : "invalid_request_error";
    }
}

package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;

/**
 * Errors in the shapes of the two providers.
 *
 * <pre>
 * OpenAI     {"error":{"message":"…","type":"invalid_request_error","param":null,"code":"…"}}
 * Anthropic  {"type":"error","error":{"type":"invalid_request_error","message":"…"}}
 * </pre>
 */
public final class ErrorBody {
    private ErrorBody() {}

    /** An error as OpenAI words it, in both of its dialects. */
    public static Bytes openai(int status, String code, String message) {
        return JsonBuilder.object(
                "error",
                JsonBuilder.object(
                        "message", message, "type", openaiType(status), "param", Bytes.of("null"), "code", code));
    }

    /** An error as Anthropic words it; the shape has no place for a code. */
    public static Bytes anthropic(int status, String message) {
        return JsonBuilder.object(
                "type", "error", "error", JsonBuilder.object("type", anthropicType(status), "message", message));
    }

    private static String openaiType(int status) {
        if (status >= 500) {
            return "server_error";
        }
        return status == 429 ? "rate_limit_error" : "invalid_request_error";
    }

    private static String anthropicType(int status) {
        return switch (status) {
            case 401 -> "authentication_error";
            case 403 -> "permission_error";
            case 404 -> "not_found_error";
            case 413 -> "request_too_large";
            case 429 -> "rate_limit_error";
            case 529 -> "overloaded_error";
            default -> status >= 500 ? "api_error" : "invalid_request_error";
        };
    }
}

package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Errors in the shapes of the two providers.
 *
 * <pre>
 * OpenAI     {"error":{"message":"…","type":"invalid_request_error","param":null,"code":"…"}}
 * Anthropic  {"type":"error","error":{"type":"invalid_request_error","message":"…"}}
 * </pre>
 */
public final class ErrorBody {
    private static final JsonFactory FACTORY = new JsonFactory();

    private ErrorBody() {}

    /** An error as OpenAI words it, in both of its dialects. */
    public static Bytes openai(int status, String code, String message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeObjectPropertyStart("error");
            json.writeStringProperty("message", message);
            json.writeStringProperty("type", openaiType(status));
            json.writeNullProperty("param");
            json.writeStringProperty("code", code);
            json.writeEndObject();
            json.writeEndObject();
        }
        return Bytes.of(text.toString());
    }

    /** An error as Anthropic words it; the shape has no place for a code. */
    public static Bytes anthropic(int status, String message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("type", "error");
            json.writeObjectPropertyStart("error");
            json.writeStringProperty("type", anthropicType(status));
            json.writeStringProperty("message", message);
            json.writeEndObject();
            json.writeEndObject();
        }
        return Bytes.of(text.toString());
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

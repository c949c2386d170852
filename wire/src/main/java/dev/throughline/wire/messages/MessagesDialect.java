package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.request.JsonWire;
import dev.throughline.wire.request.RequestParser;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Anthropic Messages: a history of messages made of blocks, system text beside it. */
public final class MessagesDialect {
    public static final Dialect NAME = new Dialect("messages");

    public static final Wire WIRE = new JsonWire(
            new DialectProfile(
                    NAME,
                    new ProviderApi("anthropic", "x-api-key", /* keyPrefix= */ "", /* isVersionInBaseUrl= */ false),
                    List.of("/v1/messages"),
                    /* compactionPath= */ Optional.empty(),
                    Optional.of("/v1/messages/count_tokens"),
                    "/v1/messages",
                    Set.of("anthropic-version", "x-api-key"),
                    Headers.of("anthropic-version", "2023-06-01"),
                    /* isSocketFirst= */ false,
                    /* bytesPerToken= */ 2.8),
            new RequestParser(NAME, "messages", /* historyMayBeText= */ false, "system", List.of("max_tokens")),
            MessagesItems::of,
            MessagesStreamReader::new,
            MessagesDocuments::reader,
            MessagesValidator::check,
            (status, _, message) -> error(status, message),
            MessagesDialect::newRequest,
            MessagesLocalReplies::write,
            new MessagesItemEditor(),
            new MessagesToolCodec());

    /** Messages requires a limit; every model allows this one. */
    private static final int DEFAULT_OUTPUT_TOKENS = 4_096;

    private MessagesDialect() {}

    private static Bytes newRequest(NewRequest request) {
        int limit = request.outputTokens() > 0 ? request.outputTokens() : DEFAULT_OUTPUT_TOKENS;
        return JsonBuilder.object()
                .with("model", request.model())
                .with("stream", true)
                .with("max_tokens", limit)
                .with("system", request.instructions())
                .with("messages", List.of(JsonBuilder.object("role", "user", "content", request.input())))
                .end();
    }

    /** {@code {"type":"error","error":{"type":"…","message":"…"}}}; the format has no field for a code. */
    private static Bytes error(int status, String message) {
        return JsonBuilder.object(
                "type", "error", "error", JsonBuilder.object("type", errorType(status), "message", message));
    }

    private static String errorType(int status) {
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

package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.wire.DialectProfile;
import dev.throughline.wire.NewRequest;
import dev.throughline.wire.ProviderApi;
import dev.throughline.wire.Wire;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.request.JsonWire;
import dev.throughline.wire.request.RequestParser;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** OpenAI Responses: a history of typed items under {@code input}, instructions beside it. */
public final class ResponsesDialect {
    public static final Dialect NAME = new Dialect("responses");

    public static final Wire WIRE = new JsonWire(
            new DialectProfile(
                    NAME,
                    ProviderApi.OPENAI,
                    List.of("/v1/responses", "/v1/responses/compact"),
                    Optional.of("/v1/responses/compact"),
                    Optional.of("/v1/responses/input_tokens"),
                    "/v1/responses",
                    /* clientHeaders= */ Set.of(),
                    /* requiredHeaders= */ Headers.NONE,
                    /* isSocketFirst= */ true,
                    /* bytesPerToken= */ 4.0),
            new RequestParser(
                    NAME, "input", /* historyMayBeText= */ true, "instructions", List.of("max_output_tokens")),
            ResponsesItems::of,
            ResponsesStreamReader::new,
            ResponsesDocuments::reader,
            ResponsesValidator::check,
            OpenAiFormat::error,
            ResponsesDialect::newRequest,
            ResponsesLocalReplies::write,
            new ResponsesItemEditor(),
            new ResponsesToolCodec());

    private ResponsesDialect() {}

    private static Bytes newRequest(NewRequest request) {
        return JsonBuilder.object()
                .with("model", request.model())
                .with("stream", true)
                .with("store", false)
                .with("instructions", request.instructions())
                .with("input", List.of(ResponsesItemEditor.message(List.of(JsonBuilder.quoted(request.input())))))
                .with("max_output_tokens", Optional.of(request.outputTokens()).filter(limit -> limit > 0))
                .end();
    }
}

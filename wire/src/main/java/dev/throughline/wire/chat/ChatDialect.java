package dev.throughline.wire.chat;

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
import java.util.regex.Pattern;

/** OpenAI Chat Completions: a history of messages, the system text among them. */
public final class ChatDialect {
    public static final Dialect NAME = new Dialect("chat");

    public static final Wire WIRE = new JsonWire(
            new DialectProfile(
                    NAME,
                    ProviderApi.OPENAI,
                    List.of("/v1/chat/completions"),
                    /* compactionPath= */ Optional.empty(),
                    /* countPath= */ Optional.empty(),
                    "/v1/chat/",
                    /* clientHeaders= */ Set.of(),
                    /* requiredHeaders= */ Headers.NONE,
                    /* isSocketFirst= */ false,
                    /* bytesPerToken= */ 4.0),
            new RequestParser(
                    NAME,
                    "messages",
                    /* historyMayBeText= */ false,
                    /* system= */ "",
                    List.of("max_completion_tokens", "max_tokens")),
            ChatItems::of,
            ChatStreamReader::new,
            ChatDocuments::reader,
            ChatValidator::check,
            OpenAiFormat::error,
            ChatDialect::newRequest,
            ChatLocalReplies::write,
            new ChatItemEditor(),
            new ChatToolCodec());

    /** Models that know the limit of a chat by its newer name alone. */
    private static final Pattern NEWER_MODELS = Pattern.compile("(?:o[0-9]|gpt-[5-9]).*");

    private ChatDialect() {}

    private static Bytes newRequest(NewRequest request) {
        boolean isNewer = NEWER_MODELS.matcher(request.model()).matches();
        return JsonBuilder.object()
                .with("model", request.model())
                .with("stream", true)
                .with("stream_options", JsonBuilder.object("include_usage", true))
                .with(
                        "messages",
                        List.of(
                                JsonBuilder.object("role", "system", "content", request.instructions()),
                                JsonBuilder.object("role", "user", "content", request.input())))
                .with(
                        isNewer ? "max_completion_tokens" : "max_tokens",
                        Optional.of(request.outputTokens()).filter(limit -> limit > 0))
                .end();
    }
}

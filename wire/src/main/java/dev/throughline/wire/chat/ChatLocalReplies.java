package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.sse.SseEncoder;
import java.util.List;
import java.util.Optional;

/**
 * Writes Chat replies of the gateway's own. A stream consists of a chunk with the role, one with the text unless it is
 * empty, one with {@code finish_reason}, one with the usage if the client asks for it, and {@code [DONE]}.
 */
final class ChatLocalReplies {
    private static final Bytes NULL = Bytes.of("null");

    private final Request request;
    private final LocalReply reply;

    private ChatLocalReplies(Request request, LocalReply reply) {
        this.request = request;
        this.reply = reply;
    }

    static Bytes write(Request request, LocalReply reply) {
        ChatLocalReplies writer = new ChatLocalReplies(request, reply);
        return request.isStreaming() ? writer.stream() : writer.document();
    }

    private Bytes document() {
        Bytes message = JsonBuilder.object(
                "role", "assistant", "content", reply.text(), "refusal", NULL, "annotations", List.of());
        Bytes choice = JsonBuilder.object("index", 0, "message", message, "logprobs", NULL, "finish_reason", "stop");
        return head("chat.completion")
                .with("choices", List.of(choice))
                .with("usage", usage())
                .end();
    }

    private Bytes stream() {
        boolean reportsUsage = RawObject.of(request.body())
                .flatMap(body -> body.object("stream_options"))
                .flatMap(options -> options.raw("include_usage"))
                .filter(Bytes.of("true")::equals)
                .isPresent();
        Optional<Bytes> noUsage = reportsUsage ? Optional.of(NULL) : Optional.empty();
        JsonBuilder events = new JsonBuilder()
                .add(chunk(JsonBuilder.object("role", "assistant", "content", "", "refusal", NULL), NULL, noUsage));
        if (!reply.text().isEmpty()) {
            events.add(chunk(JsonBuilder.object("content", reply.text()), NULL, noUsage));
        }
        events.add(chunk(Bytes.of("{}"), JsonBuilder.quoted("stop"), noUsage));
        if (reportsUsage) {
            events.add(event(head("chat.completion.chunk")
                    .with("choices", List.of())
                    .with("usage", usage())
                    .end()));
        }
        return events.add(event(ChatStreamReader.DONE)).toBytes();
    }

    private Bytes chunk(Bytes delta, Bytes finishReason, Optional<Bytes> usage) {
        Bytes choice = JsonBuilder.object("index", 0, "delta", delta, "logprobs", NULL, "finish_reason", finishReason);
        return event(head("chat.completion.chunk")
                .with("choices", List.of(choice))
                .with("usage", usage)
                .end());
    }

    private static Bytes event(Bytes data) {
        return SseEncoder.event("", data);
    }

    private JsonBuilder head(String object) {
        return JsonBuilder.object()
                .with("id", reply.id("chatcmpl-"))
                .with("object", object)
                .with("created", reply.at().getEpochSecond())
                .with("model", request.model())
                .with("system_fingerprint", NULL);
    }

    private Bytes usage() {
        return OpenAiFormat.usage(reply.usage(), "prompt_tokens", "completion_tokens");
    }
}

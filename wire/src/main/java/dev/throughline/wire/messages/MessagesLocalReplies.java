package dev.throughline.wire.messages;

import dev.throughline.model.Bytes;
import dev.throughline.model.Usage;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.sse.SseEncoder;
import java.util.List;

/**
 * Writes Messages replies of the gateway's own. The reply has one text block, or none if the text is empty: the API
 * refuses empty text blocks that a client sends back.
 */
final class MessagesLocalReplies {
    private static final Bytes NULL = Bytes.of("null");

    private final Request request;
    private final LocalReply reply;

    private MessagesLocalReplies(Request request, LocalReply reply) {
        this.request = request;
        this.reply = reply;
    }

    static Bytes write(Request request, LocalReply reply) {
        MessagesLocalReplies writer = new MessagesLocalReplies(request, reply);
        return request.isStreaming() ? writer.stream() : writer.document();
    }

    private Bytes document() {
        List<Bytes> content = reply.text().isEmpty() ? List.of() : List.of(block(reply.text()));
        return message(
                content, JsonBuilder.quoted("end_turn"), usage(reply.usage().output()));
    }

    private Bytes stream() {
        JsonBuilder events = new JsonBuilder();
        Bytes begun = message(List.of(), NULL, usage(/* output= */ 0));
        events.add(event("message_start", JsonBuilder.object("type", "message_start", "message", begun)));
        if (!reply.text().isEmpty()) {
            events.add(block("content_block_start", "content_block", block("")));
            Bytes delta = JsonBuilder.object("type", "text_delta", "text", reply.text());
            events.add(block("content_block_delta", "delta", delta));
            events.add(event("content_block_stop", JsonBuilder.object("type", "content_block_stop", "index", 0)));
        }
        Bytes end = JsonBuilder.object("stop_reason", "end_turn", "stop_sequence", NULL);
        events.add(event(
                "message_delta",
                JsonBuilder.object(
                        "type",
                        "message_delta",
                        "delta",
                        end,
                        "usage",
                        usage(reply.usage().output()))));
        return events.add(event("message_stop", JsonBuilder.object("type", "message_stop")))
                .toBytes();
    }

    private static Bytes block(String event, String member, Bytes value) {
        return event(event, JsonBuilder.object("type", event, "index", 0, member, value));
    }

    private static Bytes event(String name, Bytes data) {
        return SseEncoder.event(name, data);
    }

    private static Bytes block(String text) {
        return JsonBuilder.object("type", "text", "text", text);
    }

    private Bytes message(List<Bytes> content, Bytes stopReason, Bytes usage) {
        return JsonBuilder.object()
                .with("id", reply.id("msg_"))
                .with("type", "message")
                .with("role", "assistant")
                .with("model", request.model())
                .with("content", content)
                .with("stop_reason", stopReason)
                .with("stop_sequence", NULL)
                .with("usage", usage)
                .end();
    }

    private Bytes usage(long output) {
        Usage usage = reply.usage();
        return JsonBuilder.object(
                "input_tokens",
                usage.input(),
                "cache_creation_input_tokens",
                usage.cacheWrite(),
                "cache_read_input_tokens",
                usage.cacheRead(),
                "output_tokens",
                output);
    }
}

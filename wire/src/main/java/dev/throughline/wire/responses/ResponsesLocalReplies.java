package dev.throughline.wire.responses;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalReply;
import dev.throughline.wire.Request;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.reply.OpenAiFormat;
import dev.throughline.wire.sse.SseEncoder;
import java.util.List;

/**
 * Writes Responses replies of the gateway's own. The output is one message, or nothing if the text is empty.
 *
 * <p>A reply in place of one of the provider has the id of that one. Otherwise, if the request continues a response
 * that the provider stored, the reply has the id of that response. The client names the id in its next request, and
 * the provider does not know another one.
 */
final class ResponsesLocalReplies {
    private static final Bytes NULL = Bytes.of("null");

    private final Request request;
    private final LocalReply reply;
    private final JsonBuilder events = new JsonBuilder();
    private int sequence;

    private ResponsesLocalReplies(Request request, LocalReply reply) {
        this.request = request;
        this.reply = reply;
    }

    static Bytes write(Request request, LocalReply reply) {
        ResponsesLocalReplies writer = new ResponsesLocalReplies(request, reply);
        return request.isStreaming() ? writer.stream() : writer.completed();
    }

    private Bytes stream() {
        Bytes begun = response("in_progress", List.of(), NULL);
        event("response.created", "response", begun);
        event("response.in_progress", "response", begun);
        if (!reply.text().isEmpty()) {
            message();
        }
        event("response.completed", "response", completed());
        return events.toBytes();
    }

    private void message() {
        String text = reply.text();
        item("response.output_item.added", item("in_progress", List.of()));
        content("response.content_part.added", "part", content(""));
        content("response.output_text.delta", "delta", text);
        content("response.output_text.done", "text", text);
        content("response.content_part.done", "part", content(text));
        item("response.output_item.done", item("completed", List.of(content(text))));
    }

    private void event(String type, String member, Bytes value) {
        add(type, begin(type).with(member, value));
    }

    private void item(String type, Bytes item) {
        add(type, begin(type).with("output_index", 0).with("item", item));
    }

    private void content(String type, String member, Object value) {
        JsonBuilder event = begin(type)
                .with("item_id", reply.id("msg_"))
                .with("output_index", 0)
                .with("content_index", 0)
                .with(member, value);
        add(type, type.startsWith("response.output_text") ? event.with("logprobs", List.of()) : event);
    }

    private JsonBuilder begin(String type) {
        return JsonBuilder.object().with("type", type).with("sequence_number", sequence++);
    }

    private void add(String type, JsonBuilder event) {
        events.add(SseEncoder.event(type, event.end()));
    }

    private Bytes completed() {
        List<Bytes> output =
                reply.text().isEmpty() ? List.of() : List.of(item("completed", List.of(content(reply.text()))));
        return response("completed", output, OpenAiFormat.usage(reply.usage(), "input_tokens", "output_tokens"));
    }

    private Bytes item(String status, List<Bytes> content) {
        return JsonBuilder.object(
                "id", reply.id("msg_"), "type", "message", "status", status, "role", "assistant", "content", content);
    }

    private static Bytes content(String text) {
        return JsonBuilder.object("type", "output_text", "annotations", List.of(), "logprobs", List.of(), "text", text);
    }

    private String id() {
        return reply.providerId().or(() -> request.hints().previousResponse()).orElseGet(() -> reply.id("resp_"));
    }

    private Bytes response(String status, List<Bytes> output, Bytes usage) {
        return JsonBuilder.object()
                .with("id", id())
                .with("object", "response")
                .with("created_at", reply.at().getEpochSecond())
                .with("status", status)
                .with("background", false)
                .with("error", NULL)
                .with("incomplete_details", NULL)
                .with("instructions", NULL)
                .with("metadata", Bytes.of("{}"))
                .with("model", request.model())
                .with("output", output)
                .with("parallel_tool_calls", true)
                .with("temperature", NULL)
                .with("tool_choice", "auto")
                .with("tools", List.of())
                .with("top_p", NULL)
                .with("usage", usage)
                .end();
    }
}

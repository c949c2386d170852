package dev.throughline.simulator.answer;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import dev.throughline.simulator.validation.RequestValidator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes Anthropic Messages.
 *
 * <p>A stream is {@code message_start}, for each part {@code content_block_start}, its deltas and
 * {@code content_block_stop}, a {@code ping} after the first start, then {@code message_delta} with the reason of the
 * end and the bill, and {@code message_stop}. An error comes as an event of its own and ends the stream.
 */
final class MessagesAnswerWriter implements AnswerWriter {
    @Override
    public void stream(Answer.Said said, AnsweredRequest answered, EventSink out) {
        begin(answered, out);
        sayAll(said.parts(), answered, out);
        ObjectNode end = JsonNodes.typed("message_delta");
        end.putObject("delta").put("stop_reason", reason(said)).putNull("stop_sequence");
        end.set("usage", usage(answered, answered.usage().output()));
        out.named("message_delta", end);
        out.named("message_stop", JsonNodes.typed("message_stop"));
    }

    @Override
    public void streamBroken(List<AnswerPart> parts, ProviderError error, AnsweredRequest answered, EventSink out) {
        begin(answered, out);
        sayAll(parts, answered, out);
        out.named("error", AnswerWriter.error(Provider.ANTHROPIC, error, answered.id("req_", 0)));
    }

    @Override
    public JsonNode whole(Answer.Said said, AnsweredRequest answered) {
        ObjectNode message = message(answered);
        ArrayNode content = message.putArray("content");
        for (int i = 0; i < said.parts().size(); i++) {
            content.add(block(said.parts().get(i), i, answered));
        }
        message.put("stop_reason", reason(said));
        message.set("usage", usage(answered, answered.usage().output()));
        return message;
    }

    private static void begin(AnsweredRequest answered, EventSink out) {
        ObjectNode message = message(answered);
        message.set("usage", usage(answered, /* output= */ 1));
        ObjectNode start = JsonNodes.typed("message_start");
        start.set("message", message);
        out.named("message_start", start);
    }

    private static void sayAll(List<AnswerPart> parts, AnsweredRequest answered, EventSink out) {
        for (int i = 0; i < parts.size(); i++) {
            ObjectNode start = JsonNodes.typed("content_block_start").put("index", i);
            start.set("content_block", opening(parts.get(i), i, answered));
            out.named("content_block_start", start);
            if (i == 0) {
                out.named("ping", JsonNodes.typed("ping"));
            }
            say(parts.get(i), i, answered, out);
            out.named(
                    "content_block_stop", JsonNodes.typed("content_block_stop").put("index", i));
        }
    }

    private static void say(AnswerPart part, int index, AnsweredRequest answered, EventSink out) {
        switch (part) {
            case AnswerPart.Text _, AnswerPart.Flood _, AnswerPart.Refusal _ ->
                deltas(part, index, "text_delta", "text", answered, out);
            case AnswerPart.Reasoning(String text) -> {
                if (showsThoughts(answered)) {
                    deltas(part, index, "thinking_delta", "thinking", answered, out);
                }
                delta(
                        index,
                        "signature_delta",
                        "signature",
                        answered.signed(RequestValidator.THINKING, text, index),
                        out);
            }
            case AnswerPart.Call _ -> {
                delta(index, "input_json_delta", "partial_json", "", out);
                deltas(part, index, "input_json_delta", "partial_json", answered, out);
            }
            case AnswerPart.CustomCall _ ->
                delta(index, "input_json_delta", "partial_json", JsonNodes.write(input(part)), out);
            case AnswerPart.Compaction(String summary) -> delta(index, "compaction_delta", "content", summary, out);
        }
    }

    private static void deltas(
            AnswerPart part, int index, String type, String member, AnsweredRequest answered, EventSink out) {
        answered.pieces(part).forEachOrdered(piece -> delta(index, type, member, piece, out));
    }

    private static void delta(int index, String type, String member, String value, EventSink out) {
        ObjectNode event = JsonNodes.typed("content_block_delta").put("index", index);
        event.set("delta", JsonNodes.typed(type).put(member, value));
        out.named("content_block_delta", event);
    }

    /** A block with everything in it. */
    private static ObjectNode block(AnswerPart part, int index, AnsweredRequest answered) {
        ObjectNode block = opening(part, index, answered);
        switch (part) {
            case AnswerPart.Text(String text) -> block.put("text", text);
            case AnswerPart.Flood flood -> block.put("text", flood.closing());
            case AnswerPart.Refusal(String text) -> block.put("text", text);
            case AnswerPart.Reasoning(String text) ->
                block.put("thinking", showsThoughts(answered) ? text : "")
                        .put("signature", answered.signed(RequestValidator.THINKING, text, index));
            case AnswerPart.Call _, AnswerPart.CustomCall _ -> block.set("input", input(part));
            case AnswerPart.Compaction(String summary) -> block.put("content", summary);
        }
        return block;
    }

    /** A block as it is announced. */
    private static ObjectNode opening(AnswerPart part, int index, AnsweredRequest answered) {
        return switch (part) {
            case AnswerPart.Text _, AnswerPart.Flood _, AnswerPart.Refusal _ ->
                JsonNodes.typed("text").put("text", "");
            case AnswerPart.Reasoning _ ->
                JsonNodes.typed("thinking").put("thinking", "").put("signature", "");
            case AnswerPart.Call call -> call(part, call.name(), index, answered);
            case AnswerPart.CustomCall call -> call(part, call.name(), index, answered);
            case AnswerPart.Compaction _ -> JsonNodes.typed("compaction").putNull("content");
        };
    }

    private static ObjectNode call(AnswerPart part, String name, int index, AnsweredRequest answered) {
        ObjectNode block = JsonNodes.typed("tool_use")
                .put("id", answered.callId(part, "toolu_", index))
                .put("name", name);
        block.putObject("input");
        return block;
    }

    private static JsonNode input(AnswerPart part) {
        return switch (part) {
            case AnswerPart.Call call -> JsonNodes.read(call.arguments());
            case AnswerPart.CustomCall call -> JsonNodes.object().put("input", call.input());
            case AnswerPart.Text _,
                    AnswerPart.Flood _,
                    AnswerPart.Refusal _,
                    AnswerPart.Reasoning _,
                    AnswerPart.Compaction _ -> throw new IllegalStateException("expected a call, found " + part);
        };
    }

    private static ObjectNode message(AnsweredRequest answered) {
        ObjectNode message = JsonNodes.object()
                .put("id", answered.id("msg_", 0))
                .put("type", "message")
                .put("role", "assistant")
                .put("model", answered.model());
        message.putArray("content");
        return message.putNull("stop_reason").putNull("stop_sequence");
    }

    private static String reason(Answer.Said said) {
        boolean refuses = said.parts().stream().anyMatch(AnswerPart.Refusal.class::isInstance);
        boolean calls = said.parts().stream().anyMatch(AnswerPart::isCall);
        boolean compacts = said.parts().stream().anyMatch(AnswerPart.Compaction.class::isInstance);
        return switch (said.stop()) {
            case DONE -> refuses ? "refusal" : calls ? "tool_use" : compacts ? "compaction" : "end_turn";
            case LENGTH -> "max_tokens";
            case FILTER -> "refusal";
        };
    }

    private static boolean showsThoughts(AnsweredRequest answered) {
        return !JsonNodes.text(answered.request().path("thinking"), "display").equals("omitted");
    }

    private static ObjectNode usage(AnsweredRequest answered, long output) {
        ObjectNode bill = JsonNodes.object()
                .put("input_tokens", answered.usage().input())
                .put("cache_creation_input_tokens", answered.usage().cacheWrite())
                .put("cache_read_input_tokens", answered.usage().cacheRead());
        bill.putObject("cache_creation")
                .put("ephemeral_5m_input_tokens", answered.usage().cacheWrite())
                .put("ephemeral_1h_input_tokens", 0);
        return bill.put("output_tokens", output).put("service_tier", "standard");
    }
}

package dev.throughline.simulator.answer;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes OpenAI Chat Completions.
 *
 * <p>A stream is a chunk with the role, chunks with deltas, a chunk with the reason of the end, a chunk with the bill
 * if the client asked for it, and {@code [DONE]}. Chat has no compaction: a summary is said as text.
 */
final class ChatAnswerWriter implements AnswerWriter {
    @Override
    public void stream(Answer.Said said, AnsweredRequest answered, EventSink out) {
        begin(answered, out);
        sayAll(said.parts(), answered, out);
        out.unnamed(chunk(answered, JsonNodes.object(), reason(said)));
        if (wantsBill(answered)) {
            ObjectNode bill = head(answered, "chat.completion.chunk");
            bill.putArray("choices");
            bill.set("usage", usage(said.parts(), answered));
            out.unnamed(bill);
        }
        out.send("data: [DONE]\n\n");
    }

    @Override
    public void streamBroken(List<AnswerPart> parts, ProviderError error, AnsweredRequest answered, EventSink out) {
        begin(answered, out);
        sayAll(parts, answered, out);
        out.unnamed(AnswerWriter.error(Provider.OPENAI, error, answered.id("req_", 0)));
    }

    @Override
    public JsonNode whole(Answer.Said said, AnsweredRequest answered) {
        ObjectNode document = head(answered, "chat.completion");
        ObjectNode choice = document.putArray("choices").addObject().put("index", 0);
        choice.set("message", message(said.parts(), answered));
        choice.putNull("logprobs").put("finish_reason", reason(said));
        document.set("usage", usage(said.parts(), answered));
        return document;
    }

    private static void begin(AnsweredRequest answered, EventSink out) {
        out.unnamed(chunk(
                answered,
                JsonNodes.object().put("role", "assistant").put("content", "").putNull("refusal"),
                /* reason= */ ""));
    }

    private static void sayAll(List<AnswerPart> parts, AnsweredRequest answered, EventSink out) {
        int calls = 0;
        for (int i = 0; i < parts.size(); i++) {
            AnswerPart part = parts.get(i);
            switch (part) {
                case AnswerPart.Text _, AnswerPart.Flood _, AnswerPart.Compaction _ ->
                    deltas(part, "content", answered, out);
                case AnswerPart.Refusal _ -> deltas(part, "refusal", answered, out);
                case AnswerPart.Reasoning _ -> deltas(part, "reasoning_content", answered, out);
                case AnswerPart.Call call ->
                    sayCall(part, calls++, call(part, i, answered, "function", call.name()), answered, out);
                case AnswerPart.CustomCall call ->
                    sayCall(part, calls++, call(part, i, answered, "custom", call.name()), answered, out);
            }
        }
    }

    private static void deltas(AnswerPart part, String member, AnsweredRequest answered, EventSink out) {
        answered.pieces(part)
                .forEachOrdered(
                        piece -> out.unnamed(chunk(answered, JsonNodes.object().put(member, piece), /* reason= */ "")));
    }

    private static void sayCall(AnswerPart part, int index, ObjectNode first, AnsweredRequest answered, EventSink out) {
        String type = JsonNodes.text(first, "type");
        String argument = type.equals("function") ? "arguments" : "input";
        ObjectNode opening = JsonNodes.object().put("index", index);
        first.properties().forEach(member -> opening.set(member.getKey(), member.getValue()));
        ((ObjectNode) opening.path(type)).put(argument, "");
        out.unnamed(chunk(answered, calls(opening), /* reason= */ ""));
        answered.pieces(part).forEachOrdered(piece -> {
            ObjectNode delta = JsonNodes.object().put("index", index);
            delta.putObject(type).put(argument, piece);
            out.unnamed(chunk(answered, calls(delta), /* reason= */ ""));
        });
    }

    private static ObjectNode calls(ObjectNode call) {
        ObjectNode delta = JsonNodes.object();
        delta.putArray("tool_calls").add(call);
        return delta;
    }

    private static ObjectNode call(AnswerPart part, int number, AnsweredRequest answered, String type, String name) {
        ObjectNode call = JsonNodes.object()
                .put("id", answered.callId(part, "call_", number))
                .put("type", type);
        call.putObject(type).put("name", name);
        return call;
    }

    private static ObjectNode message(List<AnswerPart> parts, AnsweredRequest answered) {
        ObjectNode message = JsonNodes.object().put("role", "assistant");
        ArrayNode calls = JsonNodes.array();
        for (int i = 0; i < parts.size(); i++) {
            AnswerPart part = parts.get(i);
            switch (part) {
                case AnswerPart.Text _, AnswerPart.Flood _, AnswerPart.Compaction _ ->
                    append(message, "content", part, answered);
                case AnswerPart.Refusal _ -> append(message, "refusal", part, answered);
                case AnswerPart.Reasoning _ -> append(message, "reasoning_content", part, answered);
                case AnswerPart.Call call -> {
                    ObjectNode made = call(part, i, answered, "function", call.name());
                    ((ObjectNode) made.path("function")).put("arguments", call.arguments());
                    calls.add(made);
                }
                case AnswerPart.CustomCall call -> {
                    ObjectNode made = call(part, i, answered, "custom", call.name());
                    ((ObjectNode) made.path("custom")).put("input", call.input());
                    calls.add(made);
                }
            }
        }
        message.putIfAbsent("content", message.nullNode());
        message.putIfAbsent("refusal", message.nullNode());
        message.putArray("annotations");
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        return message;
    }

    private static void append(ObjectNode message, String member, AnswerPart part, AnsweredRequest answered) {
        String said = answered.pieces(part).collect(Collectors.joining());
        message.put(member, JsonNodes.text(message, member) + said);
    }

    private static ObjectNode chunk(AnsweredRequest answered, ObjectNode delta, String reason) {
        ObjectNode chunk = head(answered, "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", reason.isEmpty() ? null : reason);
        if (wantsBill(answered)) {
            chunk.putNull("usage");
        }
        return chunk;
    }

    private static ObjectNode head(AnsweredRequest answered, String object) {
        return JsonNodes.object()
                .put("id", answered.id("chatcmpl-", 0))
                .put("object", object)
                .put("created", answered.seconds())
                .put("model", answered.model())
                .put("service_tier", "default")
                .putNull("system_fingerprint");
    }

    private static String reason(Answer.Said said) {
        return switch (said.stop()) {
            case DONE -> said.parts().stream().anyMatch(AnswerPart::isCall) ? "tool_calls" : "stop";
            case LENGTH -> "length";
            case FILTER -> "content_filter";
        };
    }

    private static boolean wantsBill(AnsweredRequest answered) {
        return answered.request().path("stream_options").path("include_usage").asBoolean(false);
    }

    private static ObjectNode usage(List<AnswerPart> parts, AnsweredRequest answered) {
        long thought = parts.stream()
                .filter(AnswerPart.Reasoning.class::isInstance)
                .mapToLong(AnswerPart::tokens)
                .sum();
        ObjectNode bill = JsonNodes.object()
                .put("prompt_tokens", answered.usage().prompt())
                .put("completion_tokens", answered.usage().output())
                .put(
                        "total_tokens",
                        answered.usage().prompt() + answered.usage().output());
        bill.putObject("prompt_tokens_details")
                .put("cached_tokens", answered.usage().cacheRead())
                .put("audio_tokens", 0);
        bill.putObject("completion_tokens_details")
                .put("reasoning_tokens", thought)
                .put("audio_tokens", 0)
                .put("accepted_prediction_tokens", 0)
                .put("rejected_prediction_tokens", 0);
        return bill;
    }
}

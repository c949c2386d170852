package dev.throughline.testkit.model.write;

import dev.throughline.testkit.model.shape.Fault;
import dev.throughline.testkit.model.shape.Json;
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
final class ChatWriter implements Writer {
    @Override
    public void stream(Answer.Said said, Terms terms, Events out) {
        begin(terms, out);
        sayAll(said.parts(), terms, out);
        out.unnamed(chunk(terms, Json.object(), reason(said)));
        if (wantsBill(terms)) {
            ObjectNode bill = head(terms, "chat.completion.chunk");
            bill.putArray("choices");
            bill.set("usage", usage(said.parts(), terms));
            out.unnamed(bill);
        }
        out.send("data: [DONE]\n\n");
    }

    @Override
    public void streamBroken(List<Part> parts, Fault fault, Terms terms, Events out) {
        begin(terms, out);
        sayAll(parts, terms, out);
        out.unnamed(Writer.error(Provider.OPENAI, fault, terms.id("req_", 0)));
    }

    @Override
    public JsonNode whole(Answer.Said said, Terms terms) {
        ObjectNode document = head(terms, "chat.completion");
        ObjectNode choice = document.putArray("choices").addObject().put("index", 0);
        choice.set("message", message(said.parts(), terms));
        choice.putNull("logprobs").put("finish_reason", reason(said));
        document.set("usage", usage(said.parts(), terms));
        return document;
    }

    private static void begin(Terms terms, Events out) {
        out.unnamed(chunk(
                terms, Json.object().put("role", "assistant").put("content", "").putNull("refusal"), /* reason= */ ""));
    }

    private static void sayAll(List<Part> parts, Terms terms, Events out) {
        int calls = 0;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            switch (part) {
                case Part.Text _, Part.Flood _, Part.Compaction _ -> deltas(part, "content", terms, out);
                case Part.Refusal _ -> deltas(part, "refusal", terms, out);
                case Part.Reasoning _ -> deltas(part, "reasoning_content", terms, out);
                case Part.Call call -> {
                    ObjectNode first = call(i, terms, "function", call.name());
                    sayCall(part, calls++, first, terms, out);
                }
                case Part.CustomCall call -> {
                    ObjectNode first = call(i, terms, "custom", call.name());
                    sayCall(part, calls++, first, terms, out);
                }
            }
        }
    }

    private static void deltas(Part part, String member, Terms terms, Events out) {
        part.pieces()
                .forEachOrdered(piece -> out.unnamed(chunk(terms, Json.object().put(member, piece), /* reason= */ "")));
    }

    private static void sayCall(Part part, int index, ObjectNode first, Terms terms, Events out) {
        String type = Json.text(first, "type");
        String argument = type.equals("function") ? "arguments" : "input";
        ObjectNode opening = Json.object().put("index", index);
        first.properties().forEach(member -> opening.set(member.getKey(), member.getValue()));
        ((ObjectNode) opening.path(type)).put(argument, "");
        out.unnamed(chunk(terms, calls(opening), /* reason= */ ""));
        part.pieces().forEachOrdered(piece -> {
            ObjectNode delta = Json.object().put("index", index);
            delta.putObject(type).put(argument, piece);
            out.unnamed(chunk(terms, calls(delta), /* reason= */ ""));
        });
    }

    private static ObjectNode calls(ObjectNode call) {
        ObjectNode delta = Json.object();
        delta.putArray("tool_calls").add(call);
        return delta;
    }

    private static ObjectNode call(int number, Terms terms, String type, String name) {
        ObjectNode call = Json.object().put("id", terms.id("call_", number)).put("type", type);
        call.putObject(type).put("name", name);
        return call;
    }

    private static ObjectNode message(List<Part> parts, Terms terms) {
        ObjectNode message = Json.object().put("role", "assistant");
        ArrayNode calls = Json.array();
        for (int i = 0; i < parts.size(); i++) {
            switch (parts.get(i)) {
                case Part.Text text -> append(message, "content", text);
                case Part.Flood flood -> append(message, "content", flood);
                case Part.Compaction compaction -> append(message, "content", compaction);
                case Part.Refusal refusal -> append(message, "refusal", refusal);
                case Part.Reasoning reasoning -> append(message, "reasoning_content", reasoning);
                case Part.Call(String name, String arguments) -> {
                    ObjectNode call = call(i, terms, "function", name);
                    ((ObjectNode) call.path("function")).put("arguments", arguments);
                    calls.add(call);
                }
                case Part.CustomCall(String name, String input) -> {
                    ObjectNode call = call(i, terms, "custom", name);
                    ((ObjectNode) call.path("custom")).put("input", input);
                    calls.add(call);
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

    private static void append(ObjectNode message, String member, Part part) {
        message.put(member, Json.text(message, member) + part.pieces().collect(Collectors.joining()));
    }

    private static ObjectNode chunk(Terms terms, ObjectNode delta, String reason) {
        ObjectNode chunk = head(terms, "chat.completion.chunk");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", reason.isEmpty() ? null : reason);
        if (wantsBill(terms)) {
            chunk.putNull("usage");
        }
        return chunk;
    }

    private static ObjectNode head(Terms terms, String object) {
        return Json.object()
                .put("id", terms.id("chatcmpl-", 0))
                .put("object", object)
                .put("created", terms.seconds())
                .put("model", terms.model())
                .put("service_tier", "default")
                .putNull("system_fingerprint");
    }

    private static String reason(Answer.Said said) {
        return switch (said.stop()) {
            case DONE -> said.parts().stream().anyMatch(Part::isCall) ? "tool_calls" : "stop";
            case LENGTH -> "length";
            case FILTER -> "content_filter";
        };
    }

    private static boolean wantsBill(Terms terms) {
        return terms.request().path("stream_options").path("include_usage").asBoolean(false);
    }

    private static ObjectNode usage(List<Part> parts, Terms terms) {
        long thought = parts.stream()
                .filter(Part.Reasoning.class::isInstance)
                .mapToLong(Part::tokens)
                .sum();
        ObjectNode bill = Json.object()
                .put("prompt_tokens", terms.usage().prompt())
                .put("completion_tokens", terms.usage().output())
                .put("total_tokens", terms.usage().prompt() + terms.usage().output());
        bill.putObject("prompt_tokens_details")
                .put("cached_tokens", terms.usage().cacheRead())
                .put("audio_tokens", 0);
        bill.putObject("completion_tokens_details")
                .put("reasoning_tokens", thought)
                .put("audio_tokens", 0)
                .put("accepted_prediction_tokens", 0)
                .put("rejected_prediction_tokens", 0);
        return bill;
    }
}

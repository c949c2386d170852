package dev.throughline.simulator.answer;

import dev.throughline.model.Usage;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Writes OpenAI Responses.
 *
 * <p>A stream is {@code created}, {@code in_progress}, for each part {@code output_item.added}, its deltas and
 * {@code output_item.done}, and then {@code completed}, {@code incomplete} or {@code failed} with the whole response.
 * Every event is numbered from 0.
 */
final class ResponsesAnswerWriter implements AnswerWriter {
    /** What a response repeats of its request. */
    private static final List<String> ECHOED = List.of(
            "instructions",
            "max_output_tokens",
            "max_tool_calls",
            "previous_response_id",
            "prompt_cache_key",
            "reasoning",
            "safety_identifier",
            "text",
            "user");

    @Override
    public void stream(Answer.Said said, AnsweredRequest answered, EventSink out) {
        Numbered numbered = new Numbered(out);
        begin(answered, numbered);
        sayAll(said.parts(), answered, numbered);
        ObjectNode response = finished(said, answered);
        numbered.send(
                "response." + JsonNodes.text(response, "status"),
                JsonNodes.object().set("response", response));
    }

    @Override
    public void streamBroken(List<AnswerPart> parts, ProviderError error, AnsweredRequest answered, EventSink out) {
        Numbered numbered = new Numbered(out);
        begin(answered, numbered);
        sayAll(parts, answered, numbered);
        ObjectNode response = response(answered, "failed");
        response.putObject("error")
                .put("code", Objects.requireNonNullElse(error.code(), error.type()))
                .put("message", error.message());
        numbered.send("response.failed", JsonNodes.object().set("response", response));
    }

    @Override
    public JsonNode whole(Answer.Said said, AnsweredRequest answered) {
        return finished(said, answered);
    }

    /** Numbers the events of one stream and gives them their type. */
    private static final class Numbered {
        private final EventSink out;
        private int next;

        Numbered(EventSink out) {
            this.out = out;
        }

        void send(String type, JsonNode members) {
            ObjectNode event = JsonNodes.typed(type).put("sequence_number", next++);
            members.properties().forEach(member -> event.set(member.getKey(), member.getValue()));
            out.named(type, event);
        }
    }

    private static void begin(AnsweredRequest answered, Numbered out) {
        out.send("response.created", JsonNodes.object().set("response", response(answered, "in_progress")));
        out.send("response.in_progress", JsonNodes.object().set("response", response(answered, "in_progress")));
    }

    private static void sayAll(List<AnswerPart> parts, AnsweredRequest answered, Numbered out) {
        for (int i = 0; i < parts.size(); i++) {
            AnswerPart part = parts.get(i);
            ObjectNode done = ResponsesOutputItems.done(part, i, answered);
            ObjectNode place = JsonNodes.object().put("output_index", i);
            out.send(
                    "response.output_item.added",
                    place.deepCopy().set("item", ResponsesOutputItems.added(part, i, answered)));
            say(part, place.deepCopy().put("item_id", JsonNodes.text(done, "id")), answered, out);
            out.send("response.output_item.done", place.deepCopy().set("item", done));
        }
    }

    private static void say(AnswerPart part, ObjectNode place, AnsweredRequest answered, Numbered out) {
        switch (part) {
            case AnswerPart.Text(String text) -> sayText(part, text, place, answered, out);
            case AnswerPart.Flood flood -> sayText(part, flood.closing(), place, answered, out);
            case AnswerPart.Refusal(String text) -> {
                ObjectNode inside = place.deepCopy().put("content_index", 0);
                out.send("response.content_part.added", with(inside, "part", ResponsesOutputItems.refusal("")));
                deltas(part, "response.refusal.delta", inside, answered, out);
                out.send("response.refusal.done", inside.deepCopy().put("refusal", text));
                out.send("response.content_part.done", with(inside, "part", ResponsesOutputItems.refusal(text)));
            }
            case AnswerPart.Reasoning(String text) -> {
                ObjectNode inside = place.deepCopy().put("summary_index", 0);
                out.send(
                        "response.reasoning_summary_part.added",
                        with(inside, "part", ResponsesOutputItems.summaryText("")));
                deltas(part, "response.reasoning_summary_text.delta", inside, answered, out);
                out.send(
                        "response.reasoning_summary_text.done",
                        inside.deepCopy().put("text", text));
                out.send(
                        "response.reasoning_summary_part.done",
                        with(inside, "part", ResponsesOutputItems.summaryText(text)));
            }
            case AnswerPart.Call(String name, String arguments, String _) -> {
                deltas(part, "response.function_call_arguments.delta", place, answered, out);
                out.send(
                        "response.function_call_arguments.done",
                        place.deepCopy().put("name", name).put("arguments", arguments));
            }
            case AnswerPart.CustomCall(String _, String input, String _) -> {
                deltas(part, "response.custom_tool_call_input.delta", place, answered, out);
                out.send(
                        "response.custom_tool_call_input.done", place.deepCopy().put("input", input));
            }
            case AnswerPart.Compaction _ -> {
                // An opaque item has no deltas.
            }
        }
    }

    private static void sayText(
            AnswerPart part, String text, ObjectNode place, AnsweredRequest answered, Numbered out) {
        ObjectNode inside = place.deepCopy().put("content_index", 0);
        ObjectNode quiet = inside.deepCopy();
        quiet.putArray("logprobs");
        out.send("response.content_part.added", with(inside, "part", ResponsesOutputItems.outputText("")));
        deltas(part, "response.output_text.delta", quiet, answered, out);
        out.send("response.output_text.done", quiet.deepCopy().put("text", text));
        out.send("response.content_part.done", with(inside, "part", ResponsesOutputItems.outputText(text)));
    }

    private static void deltas(AnswerPart part, String type, ObjectNode place, AnsweredRequest answered, Numbered out) {
        answered.pieces(part)
                .forEachOrdered(piece -> out.send(type, place.deepCopy().put("delta", piece)));
    }

    private static ObjectNode with(ObjectNode place, String member, JsonNode value) {
        ObjectNode event = place.deepCopy();
        event.set(member, value);
        return event;
    }

    private static ObjectNode finished(Answer.Said said, AnsweredRequest answered) {
        ObjectNode response =
                switch (said.stop()) {
                    case DONE -> response(answered, "completed");
                    case LENGTH -> incomplete(answered, "max_output_tokens");
                    case FILTER -> incomplete(answered, "content_filter");
                };
        ArrayNode output = response.putArray("output");
        for (int i = 0; i < said.parts().size(); i++) {
            output.add(ResponsesOutputItems.done(said.parts().get(i), i, answered));
        }
        long thought = said.parts().stream()
                .filter(AnswerPart.Reasoning.class::isInstance)
                .mapToLong(AnswerPart::tokens)
                .sum();
        response.set("usage", usage(answered.usage(), thought));
        return response;
    }

    private static ObjectNode incomplete(AnsweredRequest answered, String reason) {
        ObjectNode response = response(answered, "incomplete");
        response.putObject("incomplete_details").put("reason", reason);
        return response;
    }

    private static ObjectNode response(AnsweredRequest answered, String status) {
        ObjectNode response = JsonNodes.object()
                .put("id", answered.id("resp_", 0))
                .put("object", "response")
                .put("created_at", answered.seconds())
                .put("status", status)
                .put("background", false)
                .putNull("error")
                .putNull("incomplete_details")
                .put("model", answered.model());
        response.putArray("output");
        for (String member : ECHOED) {
            JsonNode asked = answered.request().path(member);
            response.set(member, asked.isMissingNode() ? JsonNodes.object().nullNode() : asked);
        }
        JsonNode tools = answered.request().path("tools");
        JsonNode choice = answered.request().path("tool_choice");
        response.set("tools", tools.isArray() ? tools : JsonNodes.array());
        response.set("tool_choice", choice.isMissingNode() ? StringNode.valueOf("auto") : choice);
        response.put(
                        "parallel_tool_calls",
                        answered.request().path("parallel_tool_calls").asBoolean(true))
                .put("service_tier", "default")
                .put("store", answered.request().path("store").asBoolean(true))
                .put("temperature", 1.0)
                .put("top_p", 1.0)
                .put("truncation", "disabled")
                .putNull("usage")
                .putObject("metadata");
        return response;
    }

    /** What is billed, in the words of Responses. */
    static ObjectNode usage(Usage usage, long thought) {
        ObjectNode bill = JsonNodes.object().put("input_tokens", usage.prompt());
        bill.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        bill.put("output_tokens", usage.output());
        bill.putObject("output_tokens_details").put("reasoning_tokens", thought);
        return bill.put("total_tokens", usage.prompt() + usage.output());
    }
}

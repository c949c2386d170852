package dev.throughline.testkit.model.write;

import dev.throughline.model.Usage;
import dev.throughline.testkit.model.shape.Fault;
import dev.throughline.testkit.model.shape.Json;
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
final class ResponsesWriter implements Writer {
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
    public void stream(Answer.Said said, Terms terms, Events out) {
        Numbered numbered = new Numbered(out);
        begin(terms, numbered);
        sayAll(said.parts(), terms, numbered);
        ObjectNode response = finished(said, terms);
        numbered.send("response." + Json.text(response, "status"), Json.object().set("response", response));
    }

    @Override
    public void streamBroken(List<Part> parts, Fault fault, Terms terms, Events out) {
        Numbered numbered = new Numbered(out);
        begin(terms, numbered);
        sayAll(parts, terms, numbered);
        ObjectNode response = response(terms, "failed");
        response.putObject("error")
                .put("code", Objects.requireNonNullElse(fault.code(), fault.type()))
                .put("message", fault.message());
        numbered.send("response.failed", Json.object().set("response", response));
    }

    @Override
    public JsonNode whole(Answer.Said said, Terms terms) {
        return finished(said, terms);
    }

    /** Numbers the events of one stream and gives them their type. */
    private static final class Numbered {
        private final Events out;
        private int next;

        Numbered(Events out) {
            this.out = out;
        }

        void send(String type, JsonNode members) {
            ObjectNode event = Json.typed(type).put("sequence_number", next++);
            members.properties().forEach(member -> event.set(member.getKey(), member.getValue()));
            out.named(type, event);
        }
    }

    private static void begin(Terms terms, Numbered out) {
        out.send("response.created", Json.object().set("response", response(terms, "in_progress")));
        out.send("response.in_progress", Json.object().set("response", response(terms, "in_progress")));
    }

    private static void sayAll(List<Part> parts, Terms terms, Numbered out) {
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            ObjectNode done = ResponsesItems.done(part, i, terms);
            ObjectNode place = Json.object().put("output_index", i);
            out.send("response.output_item.added", place.deepCopy().set("item", ResponsesItems.added(part, i, terms)));
            say(part, place.deepCopy().put("item_id", Json.text(done, "id")), out);
            out.send("response.output_item.done", place.deepCopy().set("item", done));
        }
    }

    private static void say(Part part, ObjectNode place, Numbered out) {
        switch (part) {
            case Part.Text(String text) -> sayText(part, text, place, out);
            case Part.Flood flood -> sayText(part, flood.closing(), place, out);
            case Part.Refusal(String text) -> {
                ObjectNode inside = place.deepCopy().put("content_index", 0);
                out.send("response.content_part.added", with(inside, "part", ResponsesItems.refusal("")));
                deltas(part, "response.refusal.delta", inside, out);
                out.send("response.refusal.done", inside.deepCopy().put("refusal", text));
                out.send("response.content_part.done", with(inside, "part", ResponsesItems.refusal(text)));
            }
            case Part.Reasoning(String text) -> {
                ObjectNode inside = place.deepCopy().put("summary_index", 0);
                out.send("response.reasoning_summary_part.added", with(inside, "part", ResponsesItems.summaryText("")));
                deltas(part, "response.reasoning_summary_text.delta", inside, out);
                out.send(
                        "response.reasoning_summary_text.done",
                        inside.deepCopy().put("text", text));
                out.send(
                        "response.reasoning_summary_part.done", with(inside, "part", ResponsesItems.summaryText(text)));
            }
            case Part.Call(String name, String arguments) -> {
                deltas(part, "response.function_call_arguments.delta", place, out);
                out.send(
                        "response.function_call_arguments.done",
                        place.deepCopy().put("name", name).put("arguments", arguments));
            }
            case Part.CustomCall(String _, String input) -> {
                deltas(part, "response.custom_tool_call_input.delta", place, out);
                out.send(
                        "response.custom_tool_call_input.done", place.deepCopy().put("input", input));
            }
            case Part.Compaction _ -> {
                // An opaque item has no deltas.
            }
        }
    }

    private static void sayText(Part part, String text, ObjectNode place, Numbered out) {
        ObjectNode inside = place.deepCopy().put("content_index", 0);
        ObjectNode quiet = inside.deepCopy();
        quiet.putArray("logprobs");
        out.send("response.content_part.added", with(inside, "part", ResponsesItems.outputText("")));
        deltas(part, "response.output_text.delta", quiet, out);
        out.send("response.output_text.done", quiet.deepCopy().put("text", text));
        out.send("response.content_part.done", with(inside, "part", ResponsesItems.outputText(text)));
    }

    private static void deltas(Part part, String type, ObjectNode place, Numbered out) {
        part.pieces().forEachOrdered(piece -> out.send(type, place.deepCopy().put("delta", piece)));
    }

    private static ObjectNode with(ObjectNode place, String member, JsonNode value) {
        ObjectNode event = place.deepCopy();
        event.set(member, value);
        return event;
    }

    private static ObjectNode finished(Answer.Said said, Terms terms) {
        ObjectNode response =
                switch (said.stop()) {
                    case DONE -> response(terms, "completed");
                    case LENGTH -> incomplete(terms, "max_output_tokens");
                    case FILTER -> incomplete(terms, "content_filter");
                };
        ArrayNode output = response.putArray("output");
        for (int i = 0; i < said.parts().size(); i++) {
            output.add(ResponsesItems.done(said.parts().get(i), i, terms));
        }
        long thought = said.parts().stream()
                .filter(Part.Reasoning.class::isInstance)
                .mapToLong(Part::tokens)
                .sum();
        response.set("usage", usage(terms.usage(), thought));
        return response;
    }

    private static ObjectNode incomplete(Terms terms, String reason) {
        ObjectNode response = response(terms, "incomplete");
        response.putObject("incomplete_details").put("reason", reason);
        return response;
    }

    private static ObjectNode response(Terms terms, String status) {
        ObjectNode response = Json.object()
                .put("id", terms.id("resp_", 0))
                .put("object", "response")
                .put("created_at", terms.seconds())
                .put("status", status)
                .put("background", false)
                .putNull("error")
                .putNull("incomplete_details")
                .put("model", terms.model());
        response.putArray("output");
        for (String member : ECHOED) {
            JsonNode asked = terms.request().path(member);
            response.set(member, asked.isMissingNode() ? Json.object().nullNode() : asked);
        }
        JsonNode tools = terms.request().path("tools");
        JsonNode choice = terms.request().path("tool_choice");
        response.set("tools", tools.isArray() ? tools : Json.array());
        response.set("tool_choice", choice.isMissingNode() ? StringNode.valueOf("auto") : choice);
        response.put(
                        "parallel_tool_calls",
                        terms.request().path("parallel_tool_calls").asBoolean(true))
                .put("service_tier", "default")
                .put("store", terms.request().path("store").asBoolean(true))
                .put("temperature", 1.0)
                .put("top_p", 1.0)
                .put("truncation", "disabled")
                .putNull("usage")
                .putObject("metadata");
        return response;
    }

    /** What is billed, in the words of Responses. */
    static ObjectNode usage(Usage usage, long thought) {
        ObjectNode bill = Json.object().put("input_tokens", usage.prompt());
        bill.putObject("input_tokens_details").put("cached_tokens", usage.cacheRead());
        bill.put("output_tokens", usage.output());
        bill.putObject("output_tokens_details").put("reasoning_tokens", thought);
        return bill.put("total_tokens", usage.prompt() + usage.output());
    }
}

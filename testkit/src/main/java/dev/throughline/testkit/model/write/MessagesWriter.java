package dev.throughline.testkit.model.write;

import dev.throughline.testkit.model.shape.Fault;
import dev.throughline.testkit.model.shape.Json;
import dev.throughline.testkit.model.shape.Rules;
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
final class MessagesWriter implements Writer {
    @Override
    public void stream(Answer.Said said, Terms terms, Events out) {
        begin(terms, out);
        sayAll(said.parts(), terms, out);
        ObjectNode end = Json.typed("message_delta");
        end.putObject("delta").put("stop_reason", reason(said)).putNull("stop_sequence");
        end.set("usage", usage(terms, terms.usage().output()));
        out.named("message_delta", end);
        out.named("message_stop", Json.typed("message_stop"));
    }

    @Override
    public void streamBroken(List<Part> parts, Fault fault, Terms terms, Events out) {
        begin(terms, out);
        sayAll(parts, terms, out);
        out.named("error", Writer.error(Provider.ANTHROPIC, fault, terms.id("req_", 0)));
    }

    @Override
    public JsonNode whole(Answer.Said said, Terms terms) {
        ObjectNode message = message(terms);
        ArrayNode content = message.putArray("content");
        for (int i = 0; i < said.parts().size(); i++) {
            content.add(block(said.parts().get(i), i, terms));
        }
        message.put("stop_reason", reason(said));
        message.set("usage", usage(terms, terms.usage().output()));
        return message;
    }

    private static void begin(Terms terms, Events out) {
        ObjectNode message = message(terms);
        message.set("usage", usage(terms, /* output= */ 1));
        ObjectNode start = Json.typed("message_start");
        start.set("message", message);
        out.named("message_start", start);
    }

    private static void sayAll(List<Part> parts, Terms terms, Events out) {
        for (int i = 0; i < parts.size(); i++) {
            ObjectNode start = Json.typed("content_block_start").put("index", i);
            start.set("content_block", opening(parts.get(i), i, terms));
            out.named("content_block_start", start);
            if (i == 0) {
                out.named("ping", Json.typed("ping"));
            }
            say(parts.get(i), i, terms, out);
            out.named("content_block_stop", Json.typed("content_block_stop").put("index", i));
        }
    }

    private static void say(Part part, int index, Terms terms, Events out) {
        switch (part) {
            case Part.Text _, Part.Flood _, Part.Refusal _ -> deltas(part, index, "text_delta", "text", out);
            case Part.Reasoning(String text) -> {
                if (showsThoughts(terms)) {
                    deltas(part, index, "thinking_delta", "thinking", out);
                }
                delta(index, "signature_delta", "signature", terms.sealed(Rules.THINKING, text, index), out);
            }
            case Part.Call _ -> {
                delta(index, "input_json_delta", "partial_json", "", out);
                deltas(part, index, "input_json_delta", "partial_json", out);
            }
            case Part.CustomCall _ -> delta(index, "input_json_delta", "partial_json", Json.write(input(part)), out);
            case Part.Compaction(String summary) -> delta(index, "compaction_delta", "content", summary, out);
        }
    }

    private static void deltas(Part part, int index, String type, String member, Events out) {
        part.pieces().forEachOrdered(piece -> delta(index, type, member, piece, out));
    }

    private static void delta(int index, String type, String member, String value, Events out) {
        ObjectNode event = Json.typed("content_block_delta").put("index", index);
        event.set("delta", Json.typed(type).put(member, value));
        out.named("content_block_delta", event);
    }

    /** A block with everything in it. */
    private static ObjectNode block(Part part, int index, Terms terms) {
        ObjectNode block = opening(part, index, terms);
        switch (part) {
            case Part.Text(String text) -> block.put("text", text);
            case Part.Flood flood -> block.put("text", flood.closing());
            case Part.Refusal(String text) -> block.put("text", text);
            case Part.Reasoning(String text) ->
                block.put("thinking", showsThoughts(terms) ? text : "")
                        .put("signature", terms.sealed(Rules.THINKING, text, index));
            case Part.Call _, Part.CustomCall _ -> block.set("input", input(part));
            case Part.Compaction(String summary) -> block.put("content", summary);
        }
        return block;
    }

    /** A block as it is announced. */
    private static ObjectNode opening(Part part, int index, Terms terms) {
        return switch (part) {
            case Part.Text _, Part.Flood _, Part.Refusal _ -> Json.typed("text").put("text", "");
            case Part.Reasoning _ -> Json.typed("thinking").put("thinking", "").put("signature", "");
            case Part.Call(String name, String _) -> call(name, index, terms);
            case Part.CustomCall(String name, String _) -> call(name, index, terms);
            case Part.Compaction _ -> Json.typed("compaction").putNull("content");
        };
    }

    private static ObjectNode call(String name, int index, Terms terms) {
        ObjectNode block =
                Json.typed("tool_use").put("id", terms.id("toolu_", index)).put("name", name);
        block.putObject("input");
        return block;
    }

    private static JsonNode input(Part part) {
        return switch (part) {
            case Part.Call(String _, String arguments) -> Json.read(arguments);
            case Part.CustomCall(String _, String input) -> Json.object().put("input", input);
            case Part.Text _, Part.Flood _, Part.Refusal _, Part.Reasoning _, Part.Compaction _ ->
                throw new IllegalStateException("expected a call, found " + part);
        };
    }

    private static ObjectNode message(Terms terms) {
        ObjectNode message = Json.object()
                .put("id", terms.id("msg_", 0))
                .put("type", "message")
                .put("role", "assistant")
                .put("model", terms.model());
        message.putArray("content");
        return message.putNull("stop_reason").putNull("stop_sequence");
    }

    private static String reason(Answer.Said said) {
        boolean refuses = said.parts().stream().anyMatch(Part.Refusal.class::isInstance);
        boolean calls = said.parts().stream().anyMatch(Part::isCall);
        boolean compacts = said.parts().stream().anyMatch(Part.Compaction.class::isInstance);
        return switch (said.stop()) {
            case DONE -> refuses ? "refusal" : calls ? "tool_use" : compacts ? "compaction" : "end_turn";
            case LENGTH -> "max_tokens";
            case FILTER -> "refusal";
        };
    }

    private static boolean showsThoughts(Terms terms) {
        return !Json.text(terms.request().path("thinking"), "display").equals("omitted");
    }

    private static ObjectNode usage(Terms terms, long output) {
        ObjectNode bill = Json.object()
                .put("input_tokens", terms.usage().input())
                .put("cache_creation_input_tokens", terms.usage().cacheWrite())
                .put("cache_read_input_tokens", terms.usage().cacheRead());
        bill.putObject("cache_creation")
                .put("ephemeral_5m_input_tokens", terms.usage().cacheWrite())
                .put("ephemeral_1h_input_tokens", 0);
        return bill.put("output_tokens", output).put("service_tier", "standard");
    }
}

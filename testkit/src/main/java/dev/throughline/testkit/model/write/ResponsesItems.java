package dev.throughline.testkit.model.write;

import dev.throughline.testkit.model.shape.Json;
import dev.throughline.testkit.model.shape.Rules;
import tools.jackson.databind.node.ObjectNode;

/** The output items of a Responses answer: as they are announced, and as they are when done. */
final class ResponsesItems {
    private ResponsesItems() {}

    /** The item of a part, with its id and everything in it. */
    static ObjectNode done(Part part, int index, Terms terms) {
        return switch (part) {
            case Part.Text(String text) -> message(index, terms, outputText(text));
            case Part.Flood flood -> message(index, terms, outputText(flood.closing()));
            case Part.Refusal(String text) -> message(index, terms, refusal(text));
            case Part.Reasoning(String text) -> reasoning(text, index, terms);
            case Part.Call(String name, String arguments) ->
                call("function_call", "fc_", index, terms)
                        .put("arguments", arguments)
                        .put("call_id", terms.id("call_", index))
                        .put("name", name);
            case Part.CustomCall(String name, String input) ->
                call("custom_tool_call", "ctc_", index, terms)
                        .put("call_id", terms.id("call_", index))
                        .put("input", input)
                        .put("name", name);
            case Part.Compaction(String summary) -> compaction(summary, index, terms);
        };
    }

    /** The same item when it is announced: nothing said yet. */
    static ObjectNode added(Part part, int index, Terms terms) {
        ObjectNode item = done(part, index, terms);
        switch (part) {
            case Part.Text _, Part.Flood _, Part.Refusal _ ->
                item.put("status", "in_progress").putArray("content");
            case Part.Reasoning _ -> item.putArray("summary");
            case Part.Call _ -> item.put("status", "in_progress").put("arguments", "");
            case Part.CustomCall _ -> item.put("status", "in_progress").put("input", "");
            case Part.Compaction _ -> {
                // Opaque from the start.
            }
        }
        return item;
    }

    static ObjectNode outputText(String text) {
        ObjectNode part = Json.typed("output_text");
        part.putArray("annotations");
        part.putArray("logprobs");
        return part.put("text", text);
    }

    static ObjectNode refusal(String text) {
        return Json.typed("refusal").put("refusal", text);
    }

    static ObjectNode summaryText(String text) {
        return Json.typed("summary_text").put("text", text);
    }

    static ObjectNode compaction(String summary, int index, Terms terms) {
        return Json.object()
                .put("id", terms.id("cmp_", index))
                .put("type", "compaction")
                .put("encrypted_content", terms.sealed(Rules.COMPACTION, summary, index));
    }

    private static ObjectNode message(int index, Terms terms, ObjectNode content) {
        ObjectNode item = Json.object()
                .put("id", terms.id("msg_", index))
                .put("type", "message")
                .put("status", "completed");
        item.putArray("content").add(content);
        return item.put("role", "assistant");
    }

    private static ObjectNode reasoning(String text, int index, Terms terms) {
        ObjectNode item = Json.object().put("id", terms.id("rs_", index)).put("type", "reasoning");
        item.putArray("summary").add(summaryText(text));
        if (terms.includes("reasoning.encrypted_content")) {
            item.put("encrypted_content", terms.sealed(Rules.REASONING, text, index));
        }
        return item;
    }

    private static ObjectNode call(String type, String prefix, int index, Terms terms) {
        return Json.object()
                .put("id", terms.id(prefix, index))
                .put("type", type)
                .put("status", "completed");
    }
}

package dev.throughline.simulator.answer;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.RequestValidator;
import tools.jackson.databind.node.ObjectNode;

/** The output items of a Responses answer: as they are announced, and as they are when done. */
final class ResponsesOutputItems {
    private ResponsesOutputItems() {}

    /** The item of a part, with its id and everything in it. */
    static ObjectNode done(AnswerPart part, int index, AnsweredRequest answered) {
        return switch (part) {
            case AnswerPart.Text(String text) -> message(index, answered, outputText(text));
            case AnswerPart.Flood flood -> message(index, answered, outputText(flood.closing()));
            case AnswerPart.Refusal(String text) -> message(index, answered, refusal(text));
            case AnswerPart.Reasoning(String text) -> reasoning(text, index, answered);
            case AnswerPart.Call call ->
                call("function_call", "fc_", index, answered)
                        .put("arguments", call.arguments())
                        .put("call_id", answered.callId(part, "call_", index))
                        .put("name", call.name());
            case AnswerPart.CustomCall call ->
                call("custom_tool_call", "ctc_", index, answered)
                        .put("call_id", answered.callId(part, "call_", index))
                        .put("input", call.input())
                        .put("name", call.name());
            case AnswerPart.Compaction(String summary) -> compaction(summary, index, answered);
        };
    }

    /** The same item when it is announced: nothing said yet. */
    static ObjectNode added(AnswerPart part, int index, AnsweredRequest answered) {
        ObjectNode item = done(part, index, answered);
        switch (part) {
            case AnswerPart.Text _, AnswerPart.Flood _, AnswerPart.Refusal _ ->
                item.put("status", "in_progress").putArray("content");
            case AnswerPart.Reasoning _ -> item.putArray("summary");
            case AnswerPart.Call _ -> item.put("status", "in_progress").put("arguments", "");
            case AnswerPart.CustomCall _ -> item.put("status", "in_progress").put("input", "");
            case AnswerPart.Compaction _ -> {
                // Opaque from the start.
            }
        }
        return item;
    }

    static ObjectNode outputText(String text) {
        ObjectNode part = JsonNodes.typed("output_text");
        part.putArray("annotations");
        part.putArray("logprobs");
        return part.put("text", text);
    }

    static ObjectNode refusal(String text) {
        return JsonNodes.typed("refusal").put("refusal", text);
    }

    static ObjectNode summaryText(String text) {
        return JsonNodes.typed("summary_text").put("text", text);
    }

    static ObjectNode compaction(String summary, int index, AnsweredRequest answered) {
        return JsonNodes.object()
                .put("id", answered.id("cmp_", index))
                .put("type", "compaction")
                .put("encrypted_content", answered.signed(RequestValidator.COMPACTION, summary, index));
    }

    private static ObjectNode message(int index, AnsweredRequest answered, ObjectNode content) {
        ObjectNode item = JsonNodes.object()
                .put("id", answered.id("msg_", index))
                .put("type", "message")
                .put("status", "completed");
        item.putArray("content").add(content);
        return item.put("role", "assistant");
    }

    private static ObjectNode reasoning(String text, int index, AnsweredRequest answered) {
        ObjectNode item =
                JsonNodes.object().put("id", answered.id("rs_", index)).put("type", "reasoning");
        item.putArray("summary").add(summaryText(text));
        if (answered.includes("reasoning.encrypted_content")) {
            item.put("encrypted_content", answered.signed(RequestValidator.REASONING, text, index));
        }
        return item;
    }

    private static ObjectNode call(String type, String prefix, int index, AnsweredRequest answered) {
        return JsonNodes.object()
                .put("id", answered.id(prefix, index))
                .put("type", type)
                .put("status", "completed");
    }
}

package dev.throughline.clients;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A prompt as a model reads it: messages, calls and results, each a text of its own, in order.
 *
 * <p>It is read from the bytes of the request alone, by none of the product's own readers. Messages and Responses are
 * understood.
 */
record VisiblePrompt(List<String> messages, List<Call> calls, List<Result> results) {
    /** What Claude Code puts before a line of a file; older releases wrote an arrow, newer ones write a tab. */
    private static final Pattern LINE_NUMBER = Pattern.compile("(?m)^ *\\d+[→\\t]");

    /**
     * A call of the model's own.
     *
     * @param texts every text within its arguments, or the free text that the tool takes
     */
    record Call(String id, String tool, List<String> texts) {}

    /** What a tool answered to a call. */
    record Result(String id, String text, boolean isError) {
        /** Whether this result contains a text verbatim and in one piece, apart from line numbers. */
        boolean shows(String wanted) {
            return text.contains(wanted) || withoutNumbers(text).contains(wanted);
        }
    }

    static VisiblePrompt of(SimulatedDialect dialect, Bytes body) {
        return of(dialect, JsonNodes.read(body.toArray()));
    }

    static VisiblePrompt of(SimulatedDialect dialect, JsonNode body) {
        VisiblePrompt prompt = new VisiblePrompt(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        switch (dialect) {
            case MESSAGES -> body.path("messages").forEach(prompt::addMessage);
            case RESPONSES -> body.path("input").forEach(prompt::addItem);
            case CHAT -> throw new IllegalArgumentException("no client of these tests sends Chat");
        }
        return prompt;
    }

    /** Whether a result or a message contains a text verbatim and in one piece. */
    boolean shows(String wanted) {
        return results.stream().anyMatch(result -> result.shows(wanted))
                || messages.stream().anyMatch(text -> text.contains(wanted));
    }

    private void addMessage(JsonNode message) {
        if (message.path("content").isString()) {
            messages.add(JsonNodes.text(message, "content"));
        }
        for (JsonNode block : message.path("content")) {
            switch (JsonNodes.text(block, "type")) {
                case "text" -> messages.add(JsonNodes.text(block, "text"));
                case "tool_use" ->
                    calls.add(new Call(
                            JsonNodes.text(block, "id"), JsonNodes.text(block, "name"), texts(block.path("input"))));
                case "tool_result" ->
                    results.add(new Result(
                            JsonNodes.text(block, "tool_use_id"),
                            words(block.path("content")),
                            block.path("is_error").asBoolean(false)));
                default -> {} // Reasoning and references to tools quote no file.
            }
        }
    }

    private void addItem(JsonNode item) {
        String id = JsonNodes.text(item, "call_id");
        switch (JsonNodes.text(item, "type")) {
            case "message" -> messages.add(words(item.path("content")));
            case "function_call" ->
                calls.add(new Call(id, JsonNodes.text(item, "name"), arguments(JsonNodes.text(item, "arguments"))));
            case "custom_tool_call" -> calls.add(new Call(id, JsonNodes.text(item, "name"), texts(item.path("input"))));
            case "function_call_output", "custom_tool_call_output" ->
                results.add(new Result(id, words(item.path("output")), false));
            default -> {} // Reasoning and declarations of tools quote no file.
        }
    }

    private static String words(JsonNode content) {
        if (content.isString()) {
            return content.stringValue();
        }
        List<String> texts = new ArrayList<>();
        content.forEach(block -> texts.add(JsonNodes.text(block, "text")));
        return String.join("\n", texts);
    }

    private static List<String> arguments(String json) {
        try {
            return texts(JsonNodes.read(json));
        } catch (JacksonException notJson) {
            return List.of(json); // Only a gateway could have written that; a test must see it.
        }
    }

    /** The texts in a tree; a client may add members to a call and sort them otherwise, but no words. */
    static List<String> texts(JsonNode tree) {
        List<String> texts = new ArrayList<>();
        if (tree.isString()) {
            texts.add(tree.stringValue());
        }
        tree.forEach(inner -> texts.addAll(texts(inner)));
        return texts;
    }

    private static String withoutNumbers(String text) {
        return LINE_NUMBER.matcher(text).replaceAll("");
    }
}

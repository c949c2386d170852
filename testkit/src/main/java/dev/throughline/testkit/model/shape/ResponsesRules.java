package dev.throughline.testkit.model.shape;

import dev.throughline.model.Headers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of a Responses request. */
final class ResponsesRules implements Rules {
    static final Set<String> KNOWN = Set.of(
            "background",
            "client_metadata",
            "context_management",
            "conversation",
            "generate",
            "include",
            "input",
            "instructions",
            "max_output_tokens",
            "max_tool_calls",
            "metadata",
            "model",
            "moderation",
            "parallel_tool_calls",
            "previous_response_id",
            "prompt",
            "prompt_cache_key",
            "prompt_cache_options",
            "prompt_cache_retention",
            "reasoning",
            "safety_identifier",
            "service_tier",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "text",
            "tool_choice",
            "tools",
            "top_logprobs",
            "top_p",
            "truncation",
            "user");

    /** What may stand in a request for a count. */
    static final Set<String> COUNTED = Set.of(
            "conversation",
            "input",
            "instructions",
            "model",
            "parallel_tool_calls",
            "previous_response_id",
            "reasoning",
            "text",
            "tool_choice",
            "tools",
            "truncation");

    private static final List<String> ROLES = List.of("assistant", "system", "developer", "user");
    private static final List<String> TYPES = List.of(
            "additional_tools",
            "agent_message",
            "apply_patch_call",
            "apply_patch_call_output",
            "code_interpreter_call",
            "compaction",
            "compaction_trigger",
            "computer_call",
            "computer_call_output",
            "configuration_update",
            "context_compaction",
            "custom_tool_call",
            "custom_tool_call_output",
            "file_search_call",
            "function_call",
            "function_call_output",
            "image_generation_call",
            "item_reference",
            "local_shell_call",
            "local_shell_call_output",
            "mcp_approval_request",
            "mcp_approval_response",
            "mcp_call",
            "mcp_list_tools",
            "message",
            "reasoning",
            "shell_call",
            "shell_call_output",
            "tool_search_call",
            "tool_search_output",
            "web_search_call");

    /** Each kind of call that the client answers, with the kind of its answer and OpenAI's words for both. */
    private enum Pair {
        FUNCTION("function_call", "function call"),
        CUSTOM("custom_tool_call", "custom tool call"),
        SHELL("local_shell_call", "local shell call");

        private final String call;
        private final String words;

        Pair(String call, String words) {
            this.call = call;
            this.words = words;
        }
    }

    private final Seal seal;
    private final Set<String> known;

    /** @param known the members that a request may have */
    ResponsesRules(Seal seal, Set<String> known) {
        this.seal = seal;
        this.known = known;
    }

    @Override
    public void check(JsonNode body, Headers headers) {
        for (String name : Rules.unknown(body, known)) {
            throw OpenAiWords.unknown(name);
        }
        if (Json.text(body, "model").isEmpty()) {
            throw OpenAiWords.missing("model");
        }
        OpenAiTools.check(body, /* nested= */ false);
        JsonNode input = body.path("input");
        if (input.isMissingNode() || input.isNull()) {
            checkOtherInput(body);
        } else if (input.isArray()) {
            checkItems(body, input);
        } else if (!input.isString()) {
            throw OpenAiWords.wrongType("input", "one of a string or array of objects", input);
        }
    }

    private static void checkOtherInput(JsonNode body) {
        if (!Json.has(body, "previous_response_id") && !Json.has(body, "prompt") && !Json.has(body, "conversation")) {
            throw new Objection(Fault.invalid(
                    "input",
                    "missing_required_parameter",
                    "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided."));
        }
    }

    private void checkItems(JsonNode body, JsonNode input) {
        if (input.isEmpty() && !Json.has(body, "previous_response_id")) {
            throw OpenAiWords.emptyArray("input");
        }
        for (int i = 0; i < input.size(); i++) {
            checkItem(body, input.get(i), "input[" + i + "]");
        }
        if (!Json.has(body, "previous_response_id") && !Json.has(body, "conversation")) {
            for (Pair pair : Pair.values()) {
                checkPairs(input, pair);
            }
        }
        checkReasoningIsFollowed(input);
    }

    private void checkItem(JsonNode body, JsonNode item, String path) {
        if (!item.isObject()) {
            throw OpenAiWords.wrongType(path, "an object", item);
        }
        String type = item.has("type") ? Json.text(item, "type") : "message";
        switch (type) {
            case "message" -> checkMessage(item, path);
            case "function_call" -> checkCall(item, "arguments", path);
            case "custom_tool_call" -> checkCall(item, "input", path);
            case "function_call_output", "custom_tool_call_output" -> checkOutput(item, path);
            case "reasoning" -> checkReasoning(body, item, path);
            case "compaction" -> checkSealed(item, COMPACTION, "encrypted_content");
            default -> {
                if (!TYPES.contains(type)) {
                    throw OpenAiWords.wrongValue(path, type, TYPES);
                }
            }
        }
    }

    private static void checkMessage(JsonNode item, String path) {
        if (!item.has("role")) {
            throw OpenAiWords.missing(path + ".role");
        }
        if (!ROLES.contains(Json.text(item, "role"))) {
            throw OpenAiWords.wrongValue(path + ".role", Json.text(item, "role"), ROLES);
        }
        JsonNode content = item.path("content");
        if (content.isMissingNode()) {
            throw OpenAiWords.missing(path + ".content");
        }
        if (!content.isString() && !content.isArray()) {
            throw OpenAiWords.wrongType(path + ".content", "one of an array of objects or string", content);
        }
        if (content.isEmpty() && content.isArray()) {
            throw OpenAiWords.emptyArray(path + ".content");
        }
        if (content.isString() && content.stringValue().isEmpty()) {
            throw OpenAiWords.emptyString(path + ".content");
        }
        for (int i = 0; i < content.size(); i++) {
            checkPart(content.get(i), Json.text(item, "role"), path + ".content[" + i + "]");
        }
    }

    /** The model's own words are outputs, everybody else's are inputs; OpenAI refuses one in place of the other. */
    private static void checkPart(JsonNode part, String role, String path) {
        List<String> allowed = role.equals("assistant")
                ? List.of("output_text", "refusal")
                : List.of("input_text", "input_image", "input_file", "input_audio", "computer_screenshot");
        String type = Json.text(part, "type");
        if (!allowed.contains(type)) {
            throw OpenAiWords.wrongValue(path, type, allowed);
        }
        String text = type.equals("refusal") ? "refusal" : "text";
        if ((type.endsWith("_text") || type.equals("refusal"))
                && !part.path(text).isString()) {
            throw OpenAiWords.missing(path + "." + text);
        }
    }

    private static void checkCall(JsonNode item, String argument, String path) {
        checkCallId(item, path);
        OpenAiTools.checkName(Json.text(item, "name"), path + ".name");
        if (!item.has(argument)) {
            throw OpenAiWords.missing(path + "." + argument);
        }
        if (!item.path(argument).isString()) {
            throw OpenAiWords.wrongType(path + "." + argument, "a string", item.path(argument));
        }
    }

    private static void checkOutput(JsonNode item, String path) {
        checkCallId(item, path);
        JsonNode output = item.path("output");
        if (output.isMissingNode()) {
            throw OpenAiWords.missing(path + ".output");
        }
        if (!output.isString() && !output.isArray()) {
            throw OpenAiWords.wrongType(path + ".output", "one of a string or array of objects", output);
        }
    }

    private static void checkCallId(JsonNode item, String path) {
        if (!item.has("call_id")) {
            throw OpenAiWords.missing(path + ".call_id");
        }
        if (Json.text(item, "call_id").isEmpty()) {
            throw OpenAiWords.emptyString(path + ".call_id");
        }
    }

    private void checkReasoning(JsonNode body, JsonNode item, String path) {
        if (!item.path("summary").isArray()) {
            throw OpenAiWords.missing(path + ".summary");
        }
        boolean unkept = body.path("store").isBoolean() && !body.path("store").booleanValue();
        if (unkept && !Json.has(item, "encrypted_content") && Json.has(item, "id")) {
            throw new Objection(new Fault(
                    404,
                    "invalid_request_error",
                    null,
                    "input",
                    "Item with id '" + Json.text(item, "id") + "' not found. Items are not persisted when `store` is"
                            + " set to false. Try again with `store` set to true, or remove this item from your"
                            + " input."));
        }
        checkSealed(item, REASONING, "encrypted_content");
    }

    private void checkSealed(JsonNode item, String kind, String member) {
        if (seal.check(kind, Json.text(item, member)) == Seal.Verdict.CHANGED) {
            throw new Objection(Fault.invalid(
                    null,
                    "invalid_encrypted_content",
                    "The encrypted content for item " + Json.text(item, "id")
                            + " could not be verified. Reason: Encrypted content could not be decrypted or parsed."));
        }
    }

    /** Every output answers an earlier call of its kind, once; every call is answered. */
    private static void checkPairs(JsonNode input, Pair pair) {
        Map<String, Boolean> answered = new LinkedHashMap<>();
        for (JsonNode item : input) {
            String id = Json.text(item, "call_id");
            String type = Json.text(item, "type");
            if (type.equals(pair.call) && answered.putIfAbsent(id, false) != null) {
                throw OpenAiWords.plain("input", "Duplicate " + pair.words + " with call_id " + id + " found.");
            }
            if (type.equals(pair.call + "_output")) {
                checkOutputOf(pair, id, answered.put(id, true));
            }
        }
        answered.forEach((id, hasOutput) -> {
            if (!hasOutput) {
                throw OpenAiWords.plain("input", "No tool output found for " + pair.words + " " + id + ".");
            }
        });
    }

    /** What was known of a call when its output came: null for no such call, true for one that had its output. */
    private static void checkOutputOf(Pair pair, String id, @Nullable Boolean wasAnswered) {
        if (wasAnswered == null) {
            throw OpenAiWords.plain(
                    "input", "No tool call found for " + pair.words + " output with call_id " + id + ".");
        }
        if (wasAnswered) {
            throw OpenAiWords.plain("input", "Multiple outputs found for " + pair.words + " with call_id " + id + ".");
        }
    }

    /**
     * Reasoning that the provider keeps under its id must be followed by what it led to. Encrypted reasoning is taken
     * alone: Codex resends it so after a broken stream, and the provider lives with that.
     */
    private static void checkReasoningIsFollowed(JsonNode input) {
        for (int i = 0; i < input.size(); i++) {
            JsonNode item = input.get(i);
            if (Json.text(item, "type").equals("reasoning")
                    && !Json.has(item, "encrypted_content")
                    && Json.has(item, "id")
                    && !isOutput(input.path(i + 1))) {
                throw OpenAiWords.plain(
                        "input",
                        "Item '" + Json.text(item, "id")
                                + "' of type 'reasoning' was provided without its required following item.");
            }
        }
    }

    private static boolean isOutput(JsonNode item) {
        String type = Json.text(item, "type");
        return Json.text(item, "role").equals("assistant") || type.equals("reasoning") || type.endsWith("_call");
    }
}

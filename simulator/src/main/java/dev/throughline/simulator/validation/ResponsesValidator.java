package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of a Responses request. */
final class ResponsesValidator implements RequestValidator {
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

    private final ValueSigner signer;
    private final Set<String> known;
    private final Strictness strictness;

    /** @param known the members that a request may have */
    ResponsesValidator(ValueSigner signer, Set<String> known, Strictness strictness) {
        this.signer = signer;
        this.known = known;
        this.strictness = strictness;
    }

    @Override
    public List<RequestRefusedException> refusals(JsonNode body, Headers headers) {
        RefusalCollector found = new RefusalCollector();
        for (String name : RequestValidator.unknown(body, known)) {
            found.addIf(true, () -> OpenAiErrors.unknown(name));
        }
        found.addIf(JsonNodes.text(body, "model").isEmpty(), () -> OpenAiErrors.missing("model"));
        Set<String> declared = OpenAiToolValidator.check(body, /* nested= */ false, strictness, found);
        JsonNode input = body.path("input");
        if (input.isMissingNode() || input.isNull()) {
            found.run(() -> checkOtherInput(body));
        } else if (input.isArray()) {
            checkItems(body, input, found);
            if (strictness == Strictness.GATEWAY) {
                found.run(() -> checkDeclared(input, declared));
            }
        } else {
            found.addIf(
                    !input.isString(),
                    () -> OpenAiErrors.wrongType("input", "one of a string or array of objects", input));
        }
        return found.all();
    }

    private static void checkOtherInput(JsonNode body) {
        if (!JsonNodes.has(body, "previous_response_id")
                && !JsonNodes.has(body, "prompt")
                && !JsonNodes.has(body, "conversation")) {
            throw new RequestRefusedException(ProviderError.invalid(
                    "input",
                    "missing_required_parameter",
                    "One of \"input\" or \"previous_response_id\" or 'prompt' or 'conversation_id' must be provided."));
        }
    }

    private void checkItems(JsonNode body, JsonNode input, RefusalCollector found) {
        found.addIf(
                input.isEmpty() && !JsonNodes.has(body, "previous_response_id"),
                () -> OpenAiErrors.emptyArray("input"));
        for (int i = 0; i < input.size(); i++) {
            JsonNode item = input.get(i);
            String path = "input[" + i + "]";
            found.run(() -> checkItem(body, item, path));
        }
        boolean isWhole = !JsonNodes.has(body, "previous_response_id") && !JsonNodes.has(body, "conversation");
        if (isWhole || strictness == Strictness.GATEWAY) {
            checkPairs(input, found);
        }
        checkReasoningIsFollowed(input, found);
    }

    private void checkItem(JsonNode body, JsonNode item, String path) {
        if (!item.isObject()) {
            throw OpenAiErrors.wrongType(path, "an object", item);
        }
        String type = item.has("type") ? JsonNodes.text(item, "type") : "message";
        switch (type) {
            case "message" -> checkMessage(item, path);
            case "function_call" -> checkCall(item, "arguments", path);
            case "custom_tool_call" -> checkCall(item, "input", path);
            case "local_shell_call" -> checkCallId(item, path);
            case "function_call_output", "custom_tool_call_output", "local_shell_call_output" ->
                checkOutput(item, path);
            case "reasoning" -> checkReasoning(body, item, path);
            case "compaction" -> checkSealed(item, COMPACTION, "encrypted_content");
            default -> {
                if (!TYPES.contains(type)) {
                    throw OpenAiErrors.wrongValue(path, type, TYPES);
                }
            }
        }
    }

    private static void checkMessage(JsonNode item, String path) {
        if (!item.has("role")) {
            throw OpenAiErrors.missing(path + ".role");
        }
        if (!ROLES.contains(JsonNodes.text(item, "role"))) {
            throw OpenAiErrors.wrongValue(path + ".role", JsonNodes.text(item, "role"), ROLES);
        }
        JsonNode content = item.path("content");
        if (content.isMissingNode()) {
            throw OpenAiErrors.missing(path + ".content");
        }
        if (!content.isString() && !content.isArray()) {
            throw OpenAiErrors.wrongType(path + ".content", "one of an array of objects or string", content);
        }
        if (content.isEmpty() && content.isArray()) {
            throw OpenAiErrors.emptyArray(path + ".content");
        }
        if (content.isString() && content.stringValue().isEmpty()) {
            throw OpenAiErrors.emptyString(path + ".content");
        }
        for (int i = 0; i < content.size(); i++) {
            checkPart(content.get(i), JsonNodes.text(item, "role"), path + ".content[" + i + "]");
        }
    }

    /** The model's own words are outputs, everybody else's are inputs; OpenAI refuses one in place of the other. */
    private static void checkPart(JsonNode part, String role, String path) {
        List<String> allowed = role.equals("assistant")
                ? List.of("output_text", "refusal")
                : List.of("input_text", "input_image", "input_file", "input_audio", "computer_screenshot");
        String type = JsonNodes.text(part, "type");
        if (!allowed.contains(type)) {
            throw OpenAiErrors.wrongValue(path, type, allowed);
        }
        String text = type.equals("refusal") ? "refusal" : "text";
        if ((type.endsWith("_text") || type.equals("refusal"))
                && !part.path(text).isString()) {
            throw OpenAiErrors.missing(path + "." + text);
        }
    }

    private static void checkCall(JsonNode item, String argument, String path) {
        checkCallId(item, path);
        OpenAiToolValidator.checkName(JsonNodes.text(item, "name"), path + ".name");
        if (!item.has(argument)) {
            throw OpenAiErrors.missing(path + "." + argument);
        }
        if (!item.path(argument).isString()) {
            throw OpenAiErrors.wrongType(path + "." + argument, "a string", item.path(argument));
        }
    }

    private static void checkOutput(JsonNode item, String path) {
        checkCallId(item, path);
        JsonNode output = item.path("output");
        if (output.isMissingNode()) {
            throw OpenAiErrors.missing(path + ".output");
        }
        if (!output.isString() && !output.isArray()) {
            throw OpenAiErrors.wrongType(path + ".output", "one of a string or array of objects", output);
        }
    }

    private static void checkCallId(JsonNode item, String path) {
        if (!item.has("call_id")) {
            throw OpenAiErrors.missing(path + ".call_id");
        }
        if (JsonNodes.text(item, "call_id").isEmpty()) {
            throw OpenAiErrors.emptyString(path + ".call_id");
        }
    }

    private void checkReasoning(JsonNode body, JsonNode item, String path) {
        if (!item.path("summary").isArray()) {
            throw OpenAiErrors.missing(path + ".summary");
        }
        boolean unkept = body.path("store").isBoolean() && !body.path("store").booleanValue();
        if (unkept && !JsonNodes.has(item, "encrypted_content") && JsonNodes.has(item, "id")) {
            throw new RequestRefusedException(new ProviderError(
                    404,
                    "invalid_request_error",
                    null,
                    "input",
                    "Item with id '" + JsonNodes.text(item, "id")
                            + "' not found. Items are not persisted when `store` is"
                            + " set to false. Try again with `store` set to true, or remove this item from your"
                            + " input."));
        }
        checkSealed(item, REASONING, "encrypted_content");
    }

    private void checkSealed(JsonNode item, String kind, String member) {
        if (signer.check(kind, JsonNodes.text(item, member)) == ValueSigner.Verdict.CHANGED) {
            throw new RequestRefusedException(ProviderError.invalid(
                    null,
                    "invalid_encrypted_content",
                    "The encrypted content for item " + JsonNodes.text(item, "id")
                            + " could not be verified. Reason: Encrypted content could not be decrypted or parsed."));
        }
    }

    /** Tools may also be declared in the history, in namespaces. */
    private static void checkDeclared(JsonNode input, Set<String> tools) {
        Set<String> declared = new HashSet<>(tools);
        Set<String> called = new HashSet<>();
        for (JsonNode item : input) {
            String type = JsonNodes.text(item, "type");
            if (type.equals("additional_tools")) {
                for (JsonNode space : item.path("tools")) {
                    declared.add(JsonNodes.text(space, "name"));
                    space.path("tools").forEach(tool -> declared.add(JsonNodes.text(tool, "name")));
                }
            } else if (type.equals("function_call") || type.equals("custom_tool_call")) {
                called.add(JsonNodes.text(item, "name"));
            }
        }
        RequestValidator.checkDeclared(called, declared);
    }

    /** Every output answers an earlier call of its kind, once; every call is answered; no two calls have one id. */
    private static void checkPairs(JsonNode input, RefusalCollector found) {
        Map<String, Pair> calls = new HashMap<>();
        Map<String, Pair> waiting = new LinkedHashMap<>();
        for (JsonNode item : input) {
            String id = JsonNodes.text(item, "call_id");
            String type = JsonNodes.text(item, "type");
            for (Pair pair : Pair.values()) {
                if (type.equals(pair.call)) {
                    found.addIf(
                            calls.put(id, pair) != null,
                            () -> unpaired("call_id", "Duplicate " + pair.words + " with call_id " + id + " found."));
                    waiting.put(id, pair);
                } else if (type.equals(pair.call + "_output") && calls.get(id) != pair) {
                    found.addIf(
                            true,
                            () -> unpaired(
                                    "orphan_result",
                                    "No tool call found for " + pair.words + " output with call_id " + id + "."));
                } else if (type.equals(pair.call + "_output")) {
                    found.addIf(
                            waiting.remove(id) == null,
                            () -> unpaired(
                                    "duplicate_result",
                                    "Multiple outputs found for " + pair.words + " with call_id " + id + "."));
                }
            }
        }
        waiting.forEach((id, pair) -> found.addIf(
                true, () -> unpaired("missing_result", "No tool output found for " + pair.words + " " + id + ".")));
    }

    private static RequestRefusedException unpaired(String rule, String message) {
        return OpenAiErrors.plain(rule, "input", message);
    }

    /**
     * Reasoning that the provider keeps under its id must be followed by what it led to. Encrypted reasoning is taken
     * alone: Codex resends it so after a broken stream, and the provider lives with that.
     */
    private static void checkReasoningIsFollowed(JsonNode input, RefusalCollector found) {
        for (int i = 0; i < input.size(); i++) {
            JsonNode item = input.get(i);
            found.addIf(
                    JsonNodes.text(item, "type").equals("reasoning")
                            && !JsonNodes.has(item, "encrypted_content")
                            && JsonNodes.has(item, "id")
                            && !isOutput(input.path(i + 1)),
                    () -> OpenAiErrors.plain(
                            "reasoning",
                            "input",
                            "Item '" + JsonNodes.text(item, "id")
                                    + "' of type 'reasoning' was provided without its required following item."));
        }
    }

    private static boolean isOutput(JsonNode item) {
        String type = JsonNodes.text(item, "type");
        return JsonNodes.text(item, "role").equals("assistant") || type.equals("reasoning") || type.endsWith("_call");
    }
}

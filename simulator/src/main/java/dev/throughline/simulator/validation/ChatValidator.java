package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of a Chat Completions request. */
final class ChatValidator implements RequestValidator {
    private static final List<String> ROLES = List.of("system", "assistant", "user", "function", "tool", "developer");
    private static final Set<String> KNOWN = Set.of(
            "audio",
            "frequency_penalty",
            "function_call",
            "functions",
            "logit_bias",
            "logprobs",
            "max_completion_tokens",
            "max_tokens",
            "messages",
            "metadata",
            "modalities",
            "model",
            "moderation",
            "n",
            "parallel_tool_calls",
            "prediction",
            "presence_penalty",
            "prompt_cache_key",
            "prompt_cache_options",
            "prompt_cache_retention",
            "reasoning_effort",
            "response_format",
            "safety_identifier",
            "seed",
            "service_tier",
            "stop",
            "store",
            "stream",
            "stream_options",
            "temperature",
            "tool_choice",
            "tools",
            "top_logprobs",
            "top_p",
            "user",
            "verbosity",
            "web_search_options");

    private final Strictness strictness;

    ChatValidator(Strictness strictness) {
        this.strictness = strictness;
    }

    @Override
    public List<RequestRefusedException> refusals(JsonNode body, Headers headers) {
        RefusalCollector found = new RefusalCollector();
        for (String name : RequestValidator.unknown(body, KNOWN)) {
            found.addIf(
                    true,
                    () -> new RequestRefusedException(
                            ProviderError.invalid("Unrecognized request argument supplied: " + name)));
        }
        found.addIf(
                JsonNodes.text(body, "model").isEmpty(),
                () -> new RequestRefusedException(ProviderError.invalid("you must provide a model parameter")));
        Set<String> declared = OpenAiToolValidator.check(body, /* nested= */ true, strictness, found);
        found.run(() -> checkOptions(body));
        JsonNode messages = body.path("messages");
        found.run(() -> checkList(messages));
        for (int i = 0; messages.isArray() && i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            String path = "messages[" + i + "]";
            found.run(() -> checkMessage(message, path));
        }
        Set<String> called = checkPairs(messages, found);
        if (strictness == Strictness.GATEWAY) {
            found.run(() -> RequestValidator.checkDeclared(called, declared));
        }
        return found.all();
    }

    private static void checkList(JsonNode messages) {
        if (messages.isMissingNode() || messages.isNull()) {
            throw OpenAiErrors.missing("messages");
        }
        if (!messages.isArray()) {
            throw OpenAiErrors.wrongType("messages", "an array of objects", messages);
        }
        if (messages.isEmpty()) {
            throw OpenAiErrors.emptyArray("messages");
        }
    }

    private static void checkOptions(JsonNode body) {
        if (JsonNodes.has(body, "stream_options") && !body.path("stream").asBoolean(false)) {
            throw OpenAiErrors.plain(
                    "stream_options",
                    "stream_options",
                    "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
        }
    }

    private void checkMessage(JsonNode message, String path) {
        if (!message.isObject()) {
            throw OpenAiErrors.wrongType(path, "an object", message);
        }
        String role = JsonNodes.text(message, "role");
        if (!message.has("role")) {
            throw OpenAiErrors.missing(path + ".role");
        }
        if (!ROLES.contains(role)) {
            throw OpenAiErrors.wrongValue(path + ".role", role, ROLES);
        }
        if (message.has("tool_calls")) {
            checkCalls(message.path("tool_calls"), role, path + ".tool_calls");
        }
        checkContent(message, role, path + ".content");
        if (role.equals("tool") && JsonNodes.text(message, "tool_call_id").isEmpty()) {
            throw OpenAiErrors.missing(path + ".tool_call_id");
        }
    }

    private void checkContent(JsonNode message, String role, String path) {
        JsonNode content = message.path("content");
        boolean mayBeEmpty = role.equals("tool")
                || (role.equals("assistant")
                        && (message.has("tool_calls")
                                || (strictness == Strictness.PROVIDER
                                        && (message.has("function_call")
                                                || message.has("refusal")
                                                || message.has("audio")))));
        boolean isAbsent = content.isMissingNode() || content.isNull();
        if (isAbsent && (!mayBeEmpty || role.equals("tool"))) {
            throw OpenAiErrors.wrongType(path, "one of a string or array of objects", content);
        }
        if (isAbsent) {
            return;
        }
        if (!content.isString() && !content.isArray()) {
            throw OpenAiErrors.wrongType(path, "one of a string or array of objects", content);
        }
        if (content.isArray() && content.isEmpty()) {
            throw OpenAiErrors.emptyArray(path);
        }
        if (content.isString() && content.stringValue().isEmpty() && !mayBeEmpty) {
            throw OpenAiErrors.emptyString(path);
        }
    }

    private static void checkCalls(JsonNode calls, String role, String path) {
        if (!role.equals("assistant")) {
            throw OpenAiErrors.unknown(path);
        }
        if (!calls.isArray()) {
            throw OpenAiErrors.wrongType(path, "an array of objects", calls);
        }
        if (calls.isEmpty()) {
            throw OpenAiErrors.emptyArray(path);
        }
        for (int i = 0; i < calls.size(); i++) {
            checkCall(calls.get(i), path + "[" + i + "]");
        }
    }

    private static void checkCall(JsonNode call, String path) {
        if (JsonNodes.text(call, "id").isEmpty()) {
            throw OpenAiErrors.missing(path + ".id");
        }
        String type = JsonNodes.text(call, "type");
        if (!type.equals("function") && !type.equals("custom")) {
            throw OpenAiErrors.wrongValue(path + ".type", type, List.of("function", "custom"));
        }
        JsonNode inner = call.path(type);
        OpenAiToolValidator.checkName(JsonNodes.text(inner, "name"), path + "." + type + ".name");
        String argument = type.equals("function") ? "arguments" : "input";
        if (!inner.path(argument).isString()) {
            throw OpenAiErrors.wrongType(path + "." + type + "." + argument, "a string", inner.path(argument));
        }
    }

    /** An assistant message with calls is followed at once by one tool message for each of them. */
    private static Set<String> checkPairs(JsonNode messages, RefusalCollector found) {
        List<String> waiting = new ArrayList<>();
        Set<String> called = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.path(i);
            String path = "messages.[" + i + "]";
            if (JsonNodes.text(message, "role").equals("tool")) {
                found.addIf(
                        !waiting.remove(JsonNodes.text(message, "tool_call_id")),
                        () -> OpenAiErrors.plain(
                                "orphan_result",
                                path + ".role",
                                "Invalid parameter: messages with role 'tool' must be a response to a preceeding"
                                        + " message with 'tool_calls'."));
                continue;
            }
            checkNoneWaits(waiting, i, found);
            waiting.clear();
            for (JsonNode call : message.path("tool_calls")) {
                String id = JsonNodes.text(call, "id");
                waiting.add(id);
                called.add(JsonNodes.text(call.path(JsonNodes.text(call, "type")), "name"));
                String error = "Duplicate value for 'tool_call_id' of '" + id + "' in message[" + i + "].";
                found.addIf(!seen.add(id), () -> OpenAiErrors.plain("call_id", path + ".tool_calls", error));
            }
        }
        checkNoneWaits(waiting, messages.size(), found);
        return called;
    }

    private static void checkNoneWaits(List<String> waiting, int index, RefusalCollector found) {
        String ids = String.join(", ", waiting);
        found.addIf(
                !waiting.isEmpty(),
                () -> OpenAiErrors.plain(
                        "missing_result",
                        "messages.[" + index + "].role",
                        "An assistant message with 'tool_calls' must be followed by tool messages responding to each"
                                + " 'tool_call_id'. The following tool_call_ids did not have response messages: "
                                + ids));
    }
}

package dev.throughline.testkit.model.shape;

import dev.throughline.model.Headers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What OpenAI demands of a Chat Completions request. */
final class ChatRules implements Rules {
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

    @Override
    public void check(JsonNode body, Headers headers) {
        for (String name : Rules.unknown(body, KNOWN)) {
            throw new Objection(Fault.invalid("Unrecognized request argument supplied: " + name));
        }
        if (Json.text(body, "model").isEmpty()) {
            throw new Objection(Fault.invalid("you must provide a model parameter"));
        }
        OpenAiTools.check(body, /* nested= */ true);
        checkOptions(body);
        JsonNode messages = body.path("messages");
        if (messages.isMissingNode() || messages.isNull()) {
            throw OpenAiWords.missing("messages");
        }
        if (!messages.isArray()) {
            throw OpenAiWords.wrongType("messages", "an array of objects", messages);
        }
        if (messages.isEmpty()) {
            throw OpenAiWords.emptyArray("messages");
        }
        for (int i = 0; i < messages.size(); i++) {
            checkMessage(messages.get(i), "messages[" + i + "]");
        }
        checkPairs(messages);
    }

    private static void checkOptions(JsonNode body) {
        if (Json.has(body, "stream_options") && !body.path("stream").asBoolean(false)) {
            throw OpenAiWords.plain(
                    "stream_options", "The 'stream_options' parameter is only allowed when 'stream' is enabled.");
        }
    }

    private static void checkMessage(JsonNode message, String path) {
        if (!message.isObject()) {
            throw OpenAiWords.wrongType(path, "an object", message);
        }
        String role = Json.text(message, "role");
        if (!message.has("role")) {
            throw OpenAiWords.missing(path + ".role");
        }
        if (!ROLES.contains(role)) {
            throw OpenAiWords.wrongValue(path + ".role", role, ROLES);
        }
        if (message.has("tool_calls")) {
            checkCalls(message.path("tool_calls"), role, path + ".tool_calls");
        }
        checkContent(message, role, path + ".content");
        if (role.equals("tool") && Json.text(message, "tool_call_id").isEmpty()) {
            throw OpenAiWords.missing(path + ".tool_call_id");
        }
    }

    private static void checkContent(JsonNode message, String role, String path) {
        JsonNode content = message.path("content");
        boolean mayBeEmpty = role.equals("tool")
                || (role.equals("assistant")
                        && (message.has("tool_calls")
                                || message.has("function_call")
                                || message.has("refusal")
                                || message.has("audio")));
        boolean isAbsent = content.isMissingNode() || content.isNull();
        if (isAbsent && (!mayBeEmpty || role.equals("tool"))) {
            throw OpenAiWords.wrongType(path, "one of a string or array of objects", content);
        }
        if (isAbsent) {
            return;
        }
        if (!content.isString() && !content.isArray()) {
            throw OpenAiWords.wrongType(path, "one of a string or array of objects", content);
        }
        if (content.isArray() && content.isEmpty()) {
            throw OpenAiWords.emptyArray(path);
        }
        if (content.isString() && content.stringValue().isEmpty() && !mayBeEmpty) {
            throw OpenAiWords.emptyString(path);
        }
    }

    private static void checkCalls(JsonNode calls, String role, String path) {
        if (!role.equals("assistant")) {
            throw OpenAiWords.unknown(path);
        }
        if (!calls.isArray()) {
            throw OpenAiWords.wrongType(path, "an array of objects", calls);
        }
        if (calls.isEmpty()) {
            throw OpenAiWords.emptyArray(path);
        }
        for (int i = 0; i < calls.size(); i++) {
            checkCall(calls.get(i), path + "[" + i + "]");
        }
    }

    private static void checkCall(JsonNode call, String path) {
        if (Json.text(call, "id").isEmpty()) {
            throw OpenAiWords.missing(path + ".id");
        }
        String type = Json.text(call, "type");
        if (!type.equals("function") && !type.equals("custom")) {
            throw OpenAiWords.wrongValue(path + ".type", type, List.of("function", "custom"));
        }
        JsonNode inner = call.path(type);
        OpenAiTools.checkName(Json.text(inner, "name"), path + "." + type + ".name");
        String argument = type.equals("function") ? "arguments" : "input";
        if (!inner.path(argument).isString()) {
            throw OpenAiWords.wrongType(path + "." + type + "." + argument, "a string", inner.path(argument));
        }
    }

    /** An assistant message with calls is followed at once by one tool message for each of them. */
    private static void checkPairs(JsonNode messages) {
        List<String> waiting = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            if (Json.text(message, "role").equals("tool")) {
                if (!waiting.remove(Json.text(message, "tool_call_id"))) {
                    throw OpenAiWords.plain(
                            "messages.[" + i + "].role",
                            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message"
                                    + " with 'tool_calls'.");
                }
                continue;
            }
            checkNoneWaits(waiting, i);
            for (JsonNode call : message.path("tool_calls")) {
                waiting.add(Json.text(call, "id"));
                if (!seen.add(Json.text(call, "id"))) {
                    throw OpenAiWords.plain(
                            "messages.[" + i + "].tool_calls",
                            "Duplicate value for 'tool_call_id' of '" + Json.text(call, "id") + "' in message[" + i
                                    + "].");
                }
            }
        }
        checkNoneWaits(waiting, messages.size());
    }

    private static void checkNoneWaits(List<String> waiting, int index) {
        if (!waiting.isEmpty()) {
            throw OpenAiWords.plain(
                    "messages.[" + index + "].role",
                    "An assistant message with 'tool_calls' must be followed by tool messages responding to each"
                            + " 'tool_call_id'. The following tool_call_ids did not have response messages: "
                            + String.join(", ", waiting));
        }
    }
}

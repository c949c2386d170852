package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What Anthropic demands of a Messages request; {@link MessagesHistoryValidator} checks the messages themselves. */
final class MessagesValidator implements RequestValidator {
    /** What the request is for: only an answer needs a limit. */
    enum Purpose {
        ANSWER,
        COUNT
    }

    private static final int MOST_MARKERS = 4;
    private static final int LEAST_THINKING = 1_024;
    static final Pattern NAME = Pattern.compile("^[a-zA-Z0-9_-]{1,128}$");
    private static final Set<String> KNOWN = Set.of(
            "betas",
            "cache_control",
            "container",
            "context_management",
            "fallbacks",
            "inference_geo",
            "max_tokens",
            "mcp_servers",
            "messages",
            "metadata",
            "model",
            "output_config",
            "output_format",
            "service_tier",
            "speed",
            "stop_sequences",
            "stream",
            "system",
            "temperature",
            "thinking",
            "tool_choice",
            "tools",
            "top_k",
            "top_p",
            "user_profile_id");

    /** What may stand in a request for a count. */
    private static final Set<String> COUNTED = Set.of(
            "cache_control",
            "context_management",
            "mcp_servers",
            "messages",
            "model",
            "output_config",
            "output_format",
            "speed",
            "system",
            "thinking",
            "tool_choice",
            "tools",
            "user_profile_id");

    private final ValueSigner signer;
    private final Purpose purpose;
    private final Strictness strictness;

    MessagesValidator(ValueSigner signer, Purpose purpose, Strictness strictness) {
        this.signer = signer;
        this.purpose = purpose;
        this.strictness = strictness;
    }

    @Override
    public void check(JsonNode body, Headers headers) {
        for (String name : RequestValidator.unknown(body, purpose == Purpose.COUNT ? COUNTED : KNOWN)) {
            throw refused("unknown_member", name + ": Extra inputs are not permitted");
        }
        if (JsonNodes.text(body, "model").isEmpty()) {
            throw refused("model", "model: Field required");
        }
        checkLimit(body);
        checkSystem(body.path("system"));
        Set<String> declared = checkTools(body);
        checkThinking(body);
        JsonNode messages = body.path("messages");
        if (messages.isMissingNode()) {
            throw refused("messages", "messages: Field required");
        }
        if (!messages.isArray()) {
            throw refused("messages", "messages: Input should be a valid list");
        }
        Set<String> called = new MessagesHistoryValidator(signer, headers, strictness).check(messages);
        if (strictness == Strictness.GATEWAY) {
            RequestValidator.checkDeclared(called, declared);
        }
        if (JsonNodes.text(body.path("thinking"), "type").equals("enabled")) {
            MessagesHistoryValidator.checkThinkingLeads(messages);
        }
        int markers = markers(body);
        if (markers > MOST_MARKERS) {
            throw refused(
                    "cache_control",
                    "A maximum of 4 blocks with cache_control may be provided. Found " + markers + ".");
        }
    }

    static RequestRefusedException refused(String rule, String message) {
        return new RequestRefusedException(rule, ProviderError.invalid(message));
    }

    private void checkLimit(JsonNode body) {
        JsonNode limit = body.path("max_tokens");
        if (limit.isMissingNode() && purpose == Purpose.COUNT) {
            return;
        }
        if (limit.isMissingNode()) {
            throw refused("max_tokens", "max_tokens: Field required");
        }
        if (!limit.isIntegralNumber()) {
            throw refused("max_tokens", "max_tokens: Input should be a valid integer");
        }
        if (limit.longValue() < 1) {
            throw refused("max_tokens", "max_tokens: must be greater than or equal to 1");
        }
    }

    private static void checkSystem(JsonNode system) {
        if (system.isMissingNode() || system.isString()) {
            return;
        }
        if (!system.isArray()) {
            throw refused("system", "system: Input should be a valid list");
        }
        for (int i = 0; i < system.size(); i++) {
            JsonNode block = system.get(i);
            if (!JsonNodes.text(block, "type").equals("text")) {
                throw refused("system", "system." + i + ".type: Input should be 'text'");
            }
            if (Texts.isBlank(JsonNodes.text(block, "text"))) {
                throw refused("empty_text", "system: text content blocks must be non-empty");
            }
        }
    }

    /** The names of the declared tools. */
    private static Set<String> checkTools(JsonNode body) {
        JsonNode tools = body.path("tools");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            JsonNode tool = tools.get(i);
            String type = JsonNodes.text(tool, "type");
            if (!names.add(JsonNodes.text(tool, "name"))) {
                throw refused("tool_duplicate", "tools: Tool names must be unique.");
            }
            if (!type.isEmpty() && !type.equals("custom")) {
                continue; // Anthropic's own tools bring their schema with their type.
            }
            String path = "tools." + i + ".custom.";
            if (!tool.has("name")) {
                throw refused("tool_shape", path + "name: Field required");
            }
            if (!NAME.matcher(JsonNodes.text(tool, "name")).matches()) {
                throw refused("tool_shape", path + "name: String should match pattern '" + NAME.pattern() + "'");
            }
            if (!tool.path("input_schema").isObject()) {
                throw refused("tool_shape", path + "input_schema: Field required");
            }
            if (!JsonNodes.text(tool.path("input_schema"), "type").equals("object")) {
                throw refused("tool_shape", path + "input_schema.type: Input should be 'object'");
            }
        }
        String wanted = JsonNodes.text(body.path("tool_choice"), "name");
        if (!wanted.isEmpty() && !names.contains(wanted)) {
            throw refused("tool_choice", "tool_choice: Tool '" + wanted + "' not found in provided tools");
        }
        return names;
    }

    private static void checkThinking(JsonNode body) {
        JsonNode thinking = body.path("thinking");
        String type = JsonNodes.text(thinking, "type");
        if (type.isEmpty() || type.equals("disabled")) {
            return;
        }
        if (type.equals("enabled")) {
            checkThinkingBudget(body, thinking.path("budget_tokens"));
        }
        String choice = JsonNodes.text(body.path("tool_choice"), "type");
        if (choice.equals("any") || choice.equals("tool")) {
            throw refused("thinking", "Thinking may not be enabled when tool_choice forces tool use.");
        }
        if (body.has("temperature") && body.path("temperature").asDouble(1) != 1) {
            throw refused(
                    "thinking",
                    "`temperature` may only be set to 1 when thinking is enabled. Please consult our"
                            + " documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking");
        }
    }

    private static void checkThinkingBudget(JsonNode body, JsonNode budget) {
        if (budget.isMissingNode()) {
            throw refused("thinking", "thinking.enabled.budget_tokens: Field required");
        }
        if (budget.asLong(0) < LEAST_THINKING) {
            throw refused("thinking", "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
        }
        if (body.has("max_tokens") && body.path("max_tokens").asLong(0) <= budget.asLong(0)) {
            throw refused(
                    "thinking",
                    "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at"
                        + " https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size");
        }
    }

    private static int markers(JsonNode body) {
        int markers = JsonNodes.has(body, "cache_control") ? 1 : 0;
        for (JsonNode tool : body.path("tools")) {
            markers += JsonNodes.has(tool, "cache_control") ? 1 : 0;
        }
        markers += markersIn(body.path("system"));
        for (JsonNode message : body.path("messages")) {
            markers += markersIn(message.path("content"));
        }
        return markers;
    }

    private static int markersIn(JsonNode blocks) {
        int markers = 0;
        for (JsonNode block : blocks) {
            markers += JsonNodes.has(block, "cache_control") ? 1 : 0;
            markers += markersIn(block.path("content"));
        }
        return markers;
    }
}

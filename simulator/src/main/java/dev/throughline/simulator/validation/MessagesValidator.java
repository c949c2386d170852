package dev.throughline.simulator.validation;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import java.util.HashSet;
import java.util.List;
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
    public List<RequestRefusedException> refusals(JsonNode body, Headers headers) {
        RefusalCollector found = new RefusalCollector();
        for (String name : RequestValidator.unknown(body, purpose == Purpose.COUNT ? COUNTED : KNOWN)) {
            found.addIf(true, () -> refused("unknown_member", name + ": Extra inputs are not permitted"));
        }
        found.addIf(JsonNodes.text(body, "model").isEmpty(), () -> refused("model", "model: Field required"));
        found.run(() -> checkLimit(body));
        checkSystem(body.path("system"), found);
        Set<String> declared = checkTools(body, found);
        found.run(() -> checkThinking(body));
        JsonNode messages = body.path("messages");
        if (messages.isArray()) {
            Set<String> called = new MessagesHistoryValidator(signer, headers, strictness, found).check(messages);
            if (strictness == Strictness.GATEWAY) {
                found.run(() -> RequestValidator.checkDeclared(called, declared));
            }
            if (JsonNodes.text(body.path("thinking"), "type").equals("enabled")) {
                found.run(() -> MessagesHistoryValidator.checkThinkingLeads(messages));
            }
        } else {
            String message = messages.isMissingNode() ? "Field required" : "Input should be a valid list";
            found.addIf(true, () -> refused("messages", "messages: " + message));
        }
        int markers = markers(body);
        found.addIf(
                markers > MOST_MARKERS,
                () -> refused(
                        "cache_control",
                        "A maximum of 4 blocks with cache_control may be provided. Found " + markers + "."));
        return found.all();
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

    private static void checkSystem(JsonNode system, RefusalCollector found) {
        found.addIf(
                !system.isMissingNode() && !system.isString() && !system.isArray(),
                () -> refused("system", "system: Input should be a valid list"));
        for (int i = 0; i < system.size(); i++) {
            JsonNode block = system.get(i);
            String path = "system." + i;
            if (!JsonNodes.text(block, "type").equals("text")) {
                found.addIf(true, () -> refused("system", path + ".type: Input should be 'text'"));
            } else {
                found.addIf(
                        Texts.isBlank(JsonNodes.text(block, "text")),
                        () -> refused("empty_text", "system: text content blocks must be non-empty"));
            }
        }
    }

    /** The names of the declared tools. */
    private static Set<String> checkTools(JsonNode body, RefusalCollector found) {
        JsonNode tools = body.path("tools");
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            JsonNode tool = tools.get(i);
            String path = "tools." + i + ".";
            found.run(() -> checkTool(tool, path, names));
        }
        String wanted = JsonNodes.text(body.path("tool_choice"), "name");
        found.addIf(
                !wanted.isEmpty() && !names.contains(wanted),
                () -> refused("tool_choice", "tool_choice: Tool '" + wanted + "' not found in provided tools"));
        return names;
    }

    private static void checkTool(JsonNode tool, String where, Set<String> names) {
        String type = JsonNodes.text(tool, "type");
        boolean isCustom = type.isEmpty() || type.equals("custom");
        String path = where + (isCustom ? "custom" : type) + ".";
        if (!JsonNodes.has(tool, "name")) {
            if (isCustom) {
                throw refused("tool_shape", path + "name: Field required");
            }
            return;
        }
        if (!NAME.matcher(JsonNodes.text(tool, "name")).matches()) {
            throw refused("tool_shape", path + "name: String should match pattern '" + NAME.pattern() + "'");
        }
        if (!names.add(JsonNodes.text(tool, "name"))) {
            throw refused("tool_duplicate", "tools: Tool names must be unique.");
        }
        if (!isCustom) {
            return; // Anthropic's own tools bring their schema with their type.
        }
        if (!tool.path("input_schema").isObject()) {
            throw refused("tool_shape", path + "input_schema: Field required");
        }
        if (!JsonNodes.text(tool.path("input_schema"), "type").equals("object")) {
            throw refused("tool_shape", path + "input_schema.type: Input should be 'object'");
        }
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

    private int markers(JsonNode body) {
        int markers = isMarked(body) ? 1 : 0;
        markers += markersIn(body.path("tools")) + markersIn(body.path("system"));
        for (JsonNode message : body.path("messages")) {
            markers += markersIn(message.path("content"));
        }
        return markers;
    }

    private int markersIn(JsonNode blocks) {
        int markers = 0;
        for (JsonNode block : blocks) {
            markers += (isMarked(block) ? 1 : 0) + markersIn(block.path("content"));
        }
        return markers;
    }

    /** The provider ignores {@code "cache_control":null}, but a gateway has no reason to send it. */
    private boolean isMarked(JsonNode block) {
        return strictness == Strictness.GATEWAY ? block.has("cache_control") : JsonNodes.has(block, "cache_control");
    }
}

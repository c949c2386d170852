package dev.throughline.testkit.model.shape;

import dev.throughline.model.Headers;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What Anthropic demands of a Messages request: the parts around the conversation, which {@link Dialogue} reads. */
final class MessagesRules implements Rules {
    /** What the request is for: only an answer needs a limit. */
    enum Purpose {
        ANSWER,
        COUNT
    }

    private static final int MOST_MARKERS = 4;
    private static final int LEAST_THINKING = 1_024;
    private static final Pattern NAME = Pattern.compile("^[a-zA-Z0-9_-]{1,128}$");
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

    private final Seal seal;
    private final Purpose purpose;

    MessagesRules(Seal seal, Purpose purpose) {
        this.seal = seal;
        this.purpose = purpose;
    }

    @Override
    public void check(JsonNode body, Headers headers) {
        for (String name : Rules.unknown(body, purpose == Purpose.COUNT ? COUNTED : KNOWN)) {
            throw objection(name + ": Extra inputs are not permitted");
        }
        if (Json.text(body, "model").isEmpty()) {
            throw objection("model: Field required");
        }
        checkLimit(body);
        checkSystem(body.path("system"));
        checkTools(body.path("tools"));
        checkThinking(body);
        JsonNode messages = body.path("messages");
        if (messages.isMissingNode()) {
            throw objection("messages: Field required");
        }
        if (!messages.isArray()) {
            throw objection("messages: Input should be a valid list");
        }
        new Dialogue(seal, headers).check(messages);
        if (Json.text(body.path("thinking"), "type").equals("enabled")) {
            Dialogue.checkThinkingLeads(messages);
        }
        int markers = markers(body);
        if (markers > MOST_MARKERS) {
            throw objection("A maximum of 4 blocks with cache_control may be provided. Found " + markers + ".");
        }
    }

    static Objection objection(String message) {
        return new Objection(Fault.invalid(message));
    }

    private void checkLimit(JsonNode body) {
        JsonNode limit = body.path("max_tokens");
        if (limit.isMissingNode() && purpose == Purpose.COUNT) {
            return;
        }
        if (limit.isMissingNode()) {
            throw objection("max_tokens: Field required");
        }
        if (!limit.isIntegralNumber()) {
            throw objection("max_tokens: Input should be a valid integer");
        }
        if (limit.longValue() < 1) {
            throw objection("max_tokens: must be greater than or equal to 1");
        }
    }

    private static void checkSystem(JsonNode system) {
        if (system.isMissingNode() || system.isString()) {
            return;
        }
        if (!system.isArray()) {
            throw objection("system: Input should be a valid list");
        }
        for (int i = 0; i < system.size(); i++) {
            JsonNode block = system.get(i);
            if (!Json.text(block, "type").equals("text")) {
                throw objection("system." + i + ".type: Input should be 'text'");
            }
            if (Json.text(block, "text").isEmpty()) {
                throw objection("system: text content blocks must be non-empty");
            }
        }
    }

    private static void checkTools(JsonNode tools) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < tools.size(); i++) {
            JsonNode tool = tools.get(i);
            String type = Json.text(tool, "type");
            if (!names.add(Json.text(tool, "name"))) {
                throw objection("tools: Tool names must be unique.");
            }
            if (!type.isEmpty() && !type.equals("custom")) {
                continue; // Anthropic's own tools bring their schema with their type.
            }
            String path = "tools." + i + ".custom.";
            if (!tool.has("name")) {
                throw objection(path + "name: Field required");
            }
            if (!NAME.matcher(Json.text(tool, "name")).matches()) {
                throw objection(path + "name: String should match pattern '" + NAME.pattern() + "'");
            }
            if (!tool.path("input_schema").isObject()) {
                throw objection(path + "input_schema: Field required");
            }
            if (!Json.text(tool.path("input_schema"), "type").equals("object")) {
                throw objection(path + "input_schema.type: Input should be 'object'");
            }
        }
    }

    private static void checkThinking(JsonNode body) {
        JsonNode thinking = body.path("thinking");
        String type = Json.text(thinking, "type");
        if (type.isEmpty() || type.equals("disabled")) {
            return;
        }
        if (type.equals("enabled")) {
            checkThinkingBudget(body, thinking.path("budget_tokens"));
        }
        String choice = Json.text(body.path("tool_choice"), "type");
        if (choice.equals("any") || choice.equals("tool")) {
            throw objection("Thinking may not be enabled when tool_choice forces tool use.");
        }
        if (body.has("temperature") && body.path("temperature").asDouble(1) != 1) {
            throw objection("`temperature` may only be set to 1 when thinking is enabled. Please consult our"
                    + " documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking");
        }
    }

    private static void checkThinkingBudget(JsonNode body, JsonNode budget) {
        if (budget.isMissingNode()) {
            throw objection("thinking.enabled.budget_tokens: Field required");
        }
        if (budget.asLong(0) < LEAST_THINKING) {
            throw objection("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024");
        }
        if (body.has("max_tokens") && body.path("max_tokens").asLong(0) <= budget.asLong(0)) {
            throw objection(
                    "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at"
                        + " https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size");
        }
    }

    private static int markers(JsonNode body) {
        int markers = Json.has(body, "cache_control") ? 1 : 0;
        for (JsonNode tool : body.path("tools")) {
            markers += Json.has(tool, "cache_control") ? 1 : 0;
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
            markers += Json.has(block, "cache_control") ? 1 : 0;
            markers += markersIn(block.path("content"));
        }
        return markers;
    }
}

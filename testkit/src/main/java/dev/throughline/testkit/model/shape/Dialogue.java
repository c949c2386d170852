package dev.throughline.testkit.model.shape;

import static dev.throughline.testkit.model.shape.MessagesRules.objection;

import dev.throughline.model.Headers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What Anthropic demands of the messages themselves: whose turn it is, what a block may be, which results a call needs.
 */
final class Dialogue {
    private static final Pattern ID = Pattern.compile("^[a-zA-Z0-9_-]+$");

    /** The beta that allows a message with the role {@code system} after the first message. */
    private static final String SYSTEM_BETA = "mid-conversation";

    private static final Set<String> BLOCKS = Set.of(
            "bash_code_execution_tool_result",
            "code_execution_tool_result",
            "compaction",
            "container_upload",
            "document",
            "image",
            "mcp_tool_result",
            "mcp_tool_use",
            "redacted_thinking",
            "search_result",
            "server_tool_use",
            "text",
            "text_editor_code_execution_tool_result",
            "thinking",
            "tool_reference",
            "tool_result",
            "tool_search_tool_result",
            "tool_use",
            "web_fetch_tool_result",
            "web_search_tool_result");

    /**
     * One or more messages of the same role in a row, which the provider reads as one.
     *
     * @param index where the last of them stands in the request
     */
    private record Part(int index, String role, List<JsonNode> blocks) {}

    private final Seal seal;
    private final boolean systemAllowed;

    Dialogue(Seal seal, Headers headers) {
        this.seal = seal;
        systemAllowed = headers.first("anthropic-beta").orElse("").contains(SYSTEM_BETA);
    }

    void check(JsonNode messages) {
        if (messages.isEmpty()) {
            throw objection("messages: at least one message is required");
        }
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            checkMessage(messages, i);
            add(parts, messages.get(i), i);
        }
        if (!parts.getFirst().role().equals("user")) {
            throw objection("messages: first message must use the \"user\" role");
        }
        checkPairs(parts);
        if (!parts.getLast().role().equals("user")) {
            throw objection("This model does not support assistant message prefill. The conversation must end with a"
                    + " user message.");
        }
    }

    private void checkMessage(JsonNode messages, int index) {
        JsonNode message = messages.get(index);
        String path = "messages." + index;
        String role = Json.text(message, "role");
        if (!message.has("role")) {
            throw objection(path + ".role: Field required");
        }
        if (role.equals("system") && (!systemAllowed || index == 0)) {
            throw objection("messages: Unexpected role \"system\". The Messages API accepts a top-level `system`"
                    + " parameter, not \"system\" as an input message role.");
        }
        if (!role.equals("user") && !role.equals("assistant") && !role.equals("system")) {
            throw objection("messages: Unexpected role \"" + role + "\". Allowed roles are \"user\" or \"assistant\"");
        }
        JsonNode content = message.path("content");
        if (content.isMissingNode()) {
            throw objection(path + ".content: Field required");
        }
        if (!content.isString() && !content.isArray()) {
            throw objection(path + ".content: Input should be a valid list");
        }
        // Claude Code sends a system message without content to carry an effort, after it compacted its history.
        boolean isSetting = role.equals("system") && Json.has(message, "output_config");
        if (!isSetting
                && (content.isArray()
                        ? content.isEmpty()
                        : content.stringValue().isEmpty())) {
            throw objection(path + ": all messages must have non-empty content except for the optional final assistant"
                    + " message");
        }
        if (content.isString() && content.stringValue().isBlank()) {
            throw objection("messages: text content blocks must contain non-whitespace text");
        }
        for (int i = 0; i < content.size(); i++) {
            checkBlock(content.get(i), role, path + ".content." + i);
        }
    }

    private void checkBlock(JsonNode block, String role, String path) {
        String type = Json.text(block, "type");
        if (!BLOCKS.contains(type)) {
            throw objection(
                    path + ": Input tag '" + type + "' found using 'type' does not match any of the expected tags");
        }
        switch (type) {
            case "text" -> checkText(block, path);
            case "tool_use" -> checkCall(block, role, path);
            case "tool_result" -> checkResult(block, role, path);
            case "thinking" -> checkThinking(block, role, path);
            default -> {
                // The other blocks are the provider's own or media, which no rule here concerns.
            }
        }
    }

    private static void checkText(JsonNode block, String path) {
        if (!block.path("text").isString()) {
            throw objection(path + ".text.text: Field required");
        }
        String text = Json.text(block, "text");
        if (text.isEmpty() && Json.has(block, "cache_control")) {
            throw objection(path + ".text: cache_control cannot be set for empty text blocks");
        }
        if (text.isEmpty()) {
            throw objection("messages: text content blocks must be non-empty");
        }
        if (text.isBlank()) {
            throw objection("messages: text content blocks must contain non-whitespace text");
        }
    }

    private static void checkCall(JsonNode block, String role, String path) {
        if (!role.equals("assistant")) {
            throw objection(path + ": `tool_use` blocks can only be in `assistant` messages");
        }
        if (!ID.matcher(Json.text(block, "id")).matches()) {
            throw objection(path + ".tool_use.id: String should match pattern '" + ID.pattern() + "'");
        }
        if (Json.text(block, "name").isEmpty()) {
            throw objection(path + ".tool_use.name: String should have at least 1 character");
        }
        if (!block.path("input").isObject()) {
            throw objection(path + ".tool_use.input: Input should be a valid dictionary");
        }
    }

    private static void checkResult(JsonNode block, String role, String path) {
        if (!role.equals("user")) {
            throw objection(path + ": `tool_result` blocks can only be in `user` messages");
        }
        if (Json.text(block, "tool_use_id").isEmpty()) {
            throw objection(path + ".tool_result.tool_use_id: Field required");
        }
        JsonNode content = block.path("content");
        boolean isEmpty = content.isString() ? content.stringValue().isEmpty() : content.isEmpty();
        if (block.path("is_error").asBoolean(false) && isEmpty) {
            throw objection(path + ".tool_result: content cannot be empty if `is_error` is true");
        }
        for (JsonNode inner : content) {
            if (Json.text(inner, "type").equals("text")
                    && Json.text(inner, "text").isEmpty()) {
                throw objection("messages: text content blocks must be non-empty");
            }
        }
    }

    private void checkThinking(JsonNode block, String role, String path) {
        if (!role.equals("assistant")) {
            throw objection(path + ": `thinking` blocks can only be in `assistant` messages");
        }
        if (!block.path("signature").isString()) {
            throw objection(path + ".thinking.signature: Field required");
        }
        String signature = Json.text(block, "signature");
        String thought = Json.text(block, "thinking");
        Seal.Verdict verdict = thought.isEmpty() // A client may ask not to be shown the thought itself.
                ? seal.check(Rules.THINKING, signature)
                : seal.check(Rules.THINKING, signature, thought);
        if (verdict == Seal.Verdict.CHANGED) {
            throw objection(path + ": Invalid `signature` in `thinking` block");
        }
    }

    private static void add(List<Part> parts, JsonNode message, int index) {
        String role = Json.text(message, "role");
        if (role.equals("system")) {
            return;
        }
        List<JsonNode> blocks = new ArrayList<>();
        if (!parts.isEmpty() && parts.getLast().role().equals(role)) {
            blocks.addAll(parts.removeLast().blocks());
        }
        JsonNode content = message.path("content");
        if (content.isString()) {
            blocks.add(Json.typed("text").put("text", content.stringValue()));
        } else {
            content.forEach(blocks::add);
        }
        parts.add(new Part(index, role, blocks));
    }

    private static void checkPairs(List<Part> parts) {
        Set<String> waiting = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>();
        int asked = 0;
        for (Part part : parts) {
            if (part.role().equals("user")) {
                checkAnswers(part, waiting, asked);
            }
            waiting.clear();
            for (JsonNode block : part.blocks()) {
                if (Json.text(block, "type").equals("tool_use")) {
                    waiting.add(Json.text(block, "id"));
                    if (!seen.add(Json.text(block, "id"))) {
                        throw objection("messages." + part.index() + ": `tool_use` ids must be unique");
                    }
                }
            }
            asked = part.index();
        }
        checkNoneWaits(waiting, asked);
    }

    /** Results come first in a message: one behind a text does not count, and its call goes unanswered. */
    private static void checkAnswers(Part part, Set<String> waiting, int asked) {
        Set<String> leading = new HashSet<>();
        Set<String> all = new HashSet<>();
        boolean isLeading = true;
        for (JsonNode block : part.blocks()) {
            if (!Json.text(block, "type").equals("tool_result")) {
                isLeading = false;
                continue;
            }
            String id = Json.text(block, "tool_use_id");
            String path =
                    "messages." + part.index() + ".content." + part.blocks().indexOf(block);
            if (!waiting.contains(id)) {
                throw objection(path + ": unexpected `tool_use_id` found in `tool_result` blocks: " + id
                        + ". Each `tool_result` block must have a corresponding `tool_use` block in the previous"
                        + " message.");
            }
            if (!all.add(id)) {
                throw objection(path + ": each tool_use must have a single result. Found multiple `tool_result` blocks"
                        + " with id: " + id);
            }
            if (isLeading) {
                leading.add(id);
            }
        }
        Set<String> missing = new LinkedHashSet<>(waiting);
        missing.removeAll(leading);
        checkNoneWaits(missing, asked);
    }

    private static void checkNoneWaits(Set<String> missing, int asked) {
        if (!missing.isEmpty()) {
            throw objection("messages." + asked
                    + ": `tool_use` ids were found without `tool_result` blocks immediately after: "
                    + String.join(", ", missing)
                    + ". Each `tool_use` block must have a corresponding `tool_result` block in the next message.");
        }
    }

    /** With thinking on, the assistant message whose results were just sent must begin with its thinking. */
    static void checkThinkingLeads(JsonNode messages) {
        boolean answersCall = false;
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.get(i);
            JsonNode first = message.path("content").path(0);
            String type = Json.text(first, "type");
            if (Json.text(message, "role").equals("assistant")) {
                if (answersCall && !type.equals("thinking") && !type.equals("redacted_thinking")) {
                    throw objection("messages." + i + ".content.0.type: Expected `thinking` or `redacted_thinking`,"
                            + " but found `" + type + "`. When `thinking` is enabled, a final `assistant` message must"
                            + " start with a thinking block (preceding the lastmost set of `tool_use` and"
                            + " `tool_result` blocks). We recommend you include thinking blocks from previous turns."
                            + " To avoid this requirement, disable `thinking`. Please consult our documentation at"
                            + " https://docs.claude.com/en/docs/build-with-claude/extended-thinking");
                }
                return;
            }
            answersCall |= type.equals("tool_result");
        }
    }
}

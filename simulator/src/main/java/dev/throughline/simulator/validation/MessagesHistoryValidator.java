package dev.throughline.simulator.validation;

import static dev.throughline.simulator.validation.MessagesValidator.refused;

import dev.throughline.model.Headers;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.json.Texts;
import dev.throughline.simulator.validation.RequestValidator.Strictness;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What Anthropic demands of the messages themselves: whose turn it is, what a block may be, which results a call needs.
 */
final class MessagesHistoryValidator {
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

    private final ValueSigner signer;
    private final boolean systemAllowed;
    private final Strictness strictness;
    private final RefusalCollector found;
    private final Set<String> called = new TreeSet<>();

    MessagesHistoryValidator(ValueSigner signer, Headers headers, Strictness strictness, RefusalCollector found) {
        this.found = found;
        this.signer = signer;
        this.strictness = strictness;
        systemAllowed = headers.first("anthropic-beta").orElse("").contains(SYSTEM_BETA);
    }

    /** Checks the messages and returns the names of the tools that they call. */
    Set<String> check(JsonNode messages) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            checkMessage(messages, i);
            add(parts, messages.get(i), i);
        }
        if (parts.isEmpty()) {
            found.addIf(true, () -> refused("messages", "messages: at least one message is required"));
            return called;
        }
        found.addIf(
                !parts.getFirst().role().equals("user"),
                () -> refused("first_role", "messages: first message must use the \"user\" role"));
        checkPairs(parts);
        found.addIf(
                !parts.getLast().role().equals("user"),
                () -> refused(
                        "last_role",
                        "This model does not support assistant message prefill. The conversation must end with a"
                                + " user message."));
        return called;
    }

    private void checkMessage(JsonNode messages, int index) {
        JsonNode message = messages.get(index);
        String path = "messages." + index;
        found.run(() -> checkRoleAndContent(message, index, path));
        JsonNode content = message.path("content");
        if (content.isArray()) {
            for (int i = 0; i < content.size(); i++) {
                JsonNode block = content.get(i);
                String at = path + ".content." + i;
                found.run(() -> checkBlock(block, JsonNodes.text(message, "role"), at));
            }
        }
    }

    private void checkRoleAndContent(JsonNode message, int index, String path) {
        String role = JsonNodes.text(message, "role");
        if (!message.has("role")) {
            throw refused("role", path + ".role: Field required");
        }
        if (role.equals("system") && (!systemAllowed || index == 0)) {
            throw refused(
                    "role",
                    "messages: Unexpected role \"system\". The Messages API accepts a top-level `system`"
                            + " parameter, not \"system\" as an input message role.");
        }
        if (!role.equals("user") && !role.equals("assistant") && !role.equals("system")) {
            throw refused(
                    "role", "messages: Unexpected role \"" + role + "\". Allowed roles are \"user\" or \"assistant\"");
        }
        JsonNode content = message.path("content");
        if (content.isMissingNode()) {
            throw refused("empty_content", path + ".content: Field required");
        }
        if (!content.isString() && !content.isArray()) {
            throw refused("content", path + ".content: Input should be a valid list");
        }
        // Claude Code sends a system message without content to carry an effort, after it compacted its history.
        boolean isSetting = role.equals("system") && JsonNodes.has(message, "output_config");
        if (!isSetting
                && (content.isArray()
                        ? content.isEmpty()
                        : content.stringValue().isEmpty())) {
            throw refused(
                    "empty_content",
                    path + ": all messages must have non-empty content except for the optional final assistant"
                            + " message");
        }
        if (content.isString() && Texts.isBlank(content.stringValue())) {
            throw refused("empty_text", "messages: text content blocks must contain non-whitespace text");
        }
    }

    private void checkBlock(JsonNode block, String role, String path) {
        String type = JsonNodes.text(block, "type");
        if (!BLOCKS.contains(type)) {
            throw refused(
                    "block_type",
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
            throw refused("empty_text", path + ".text.text: Field required");
        }
        String text = JsonNodes.text(block, "text");
        if (text.isEmpty() && JsonNodes.has(block, "cache_control")) {
            throw refused("empty_text", path + ".text: cache_control cannot be set for empty text blocks");
        }
        if (text.isEmpty()) {
            throw refused("empty_text", "messages: text content blocks must be non-empty");
        }
        if (Texts.isBlank(text)) {
            throw refused("empty_text", "messages: text content blocks must contain non-whitespace text");
        }
    }

    private void checkCall(JsonNode block, String role, String path) {
        if (!role.equals("assistant")) {
            throw refused("tool_use_role", path + ": `tool_use` blocks can only be in `assistant` messages");
        }
        if (!ID.matcher(JsonNodes.text(block, "id")).matches()) {
            throw refused("tool_use_id", path + ".tool_use.id: String should match pattern '" + ID.pattern() + "'");
        }
        String name = JsonNodes.text(block, "name");
        if (name.isEmpty()) {
            throw refused("tool_use_name", path + ".tool_use.name: String should have at least 1 character");
        }
        if (!MessagesValidator.NAME.matcher(name).matches()) {
            throw refused(
                    "tool_use_name",
                    path + ".tool_use.name: String should match pattern '" + MessagesValidator.NAME.pattern() + "'");
        }
        called.add(name);
        if (!block.path("input").isObject()) {
            throw refused("tool_use_input", path + ".tool_use.input: Input should be a valid dictionary");
        }
    }

    private static void checkResult(JsonNode block, String role, String path) {
        if (!role.equals("user")) {
            throw refused("tool_result_role", path + ": `tool_result` blocks can only be in `user` messages");
        }
        if (JsonNodes.text(block, "tool_use_id").isEmpty()) {
            throw refused("orphan_result", path + ".tool_result.tool_use_id: Field required");
        }
        JsonNode content = block.path("content");
        boolean isEmpty = content.isString() ? content.stringValue().isEmpty() : content.isEmpty();
        if (block.path("is_error").asBoolean(false) && isEmpty) {
            throw refused("empty_error", path + ".tool_result: content cannot be empty if `is_error` is true");
        }
        for (JsonNode inner : content) {
            if (JsonNodes.text(inner, "type").equals("text")
                    && JsonNodes.text(inner, "text").isEmpty()) {
                throw refused("empty_text", "messages: text content blocks must be non-empty");
            }
        }
    }

    private void checkThinking(JsonNode block, String role, String path) {
        if (!role.equals("assistant")) {
            throw refused("thinking", path + ": `thinking` blocks can only be in `assistant` messages");
        }
        if (!block.path("signature").isString()) {
            throw refused("thinking", path + ".thinking.signature: Field required");
        }
        String signature = JsonNodes.text(block, "signature");
        String thought = JsonNodes.text(block, "thinking");
        ValueSigner.Verdict verdict = thought.isEmpty() // A client may ask not to be shown the thought itself.
                ? signer.check(RequestValidator.THINKING, signature)
                : signer.check(RequestValidator.THINKING, signature, thought);
        if (verdict == ValueSigner.Verdict.CHANGED) {
            throw refused("thinking", path + ": Invalid `signature` in `thinking` block");
        }
    }

    private void add(List<Part> parts, JsonNode message, int index) {
        String role = JsonNodes.text(message, "role");
        if (role.equals("system")) {
            return;
        }
        List<JsonNode> blocks = new ArrayList<>();
        if (strictness == Strictness.PROVIDER
                && !parts.isEmpty()
                && parts.getLast().role().equals(role)) {
            blocks.addAll(parts.removeLast().blocks());
        }
        JsonNode content = message.path("content");
        if (content.isString()) {
            blocks.add(JsonNodes.typed("text").put("text", content.stringValue()));
        } else {
            content.forEach(blocks::add);
        }
        parts.add(new Part(index, role, blocks));
    }

    private void checkPairs(List<Part> parts) {
        Set<String> waiting = new LinkedHashSet<>();
        Set<String> seen = new HashSet<>();
        int asked = 0;
        for (Part part : parts) {
            if (part.role().equals("user")) {
                checkAnswers(part, waiting, asked);
            } else {
                checkNoneWaits("missing_result", waiting, asked);
            }
            waiting.clear();
            for (JsonNode block : part.blocks()) {
                if (JsonNodes.text(block, "type").equals("tool_use")) {
                    waiting.add(JsonNodes.text(block, "id"));
                    found.addIf(
                            !seen.add(JsonNodes.text(block, "id")),
                            () -> refused(
                                    "tool_use_id", "messages." + part.index() + ": `tool_use` ids must be unique"));
                }
            }
            asked = part.index();
        }
        checkNoneWaits("missing_result", waiting, asked);
    }

    /** Results come first in a message: one behind a text does not count, and its call goes unanswered. */
    private void checkAnswers(Part part, Set<String> waiting, int asked) {
        Set<String> all = new HashSet<>();
        Set<String> late = new LinkedHashSet<>();
        boolean isLeading = true;
        for (int i = 0; i < part.blocks().size(); i++) {
            JsonNode block = part.blocks().get(i);
            if (!JsonNodes.text(block, "type").equals("tool_result")) {
                isLeading = false;
                continue;
            }
            String id = JsonNodes.text(block, "tool_use_id");
            String path = "messages." + part.index() + ".content." + i;
            if (!waiting.contains(id)) {
                found.addIf(
                        true,
                        () -> refused(
                                "orphan_result",
                                path + ": unexpected `tool_use_id` found in `tool_result` blocks: " + id
                                        + ". Each `tool_result` block must have a corresponding `tool_use` block in the"
                                        + " previous message."));
            } else if (!all.add(id)) {
                found.addIf(
                        true,
                        () -> refused(
                                "duplicate_result",
                                path + ": each tool_use must have a single result. Found multiple `tool_result` blocks"
                                        + " with id: " + id));
            } else if (!isLeading) {
                late.add(id);
            }
        }
        Set<String> missing = new LinkedHashSet<>(waiting);
        missing.removeAll(all);
        checkNoneWaits("missing_result", missing, asked);
        checkNoneWaits("tool_result_order", late, asked);
    }

    private void checkNoneWaits(String rule, Set<String> missing, int asked) {
        String ids = String.join(", ", missing);
        found.addIf(
                !missing.isEmpty(),
                () -> refused(
                        rule,
                        "messages." + asked
                                + ": `tool_use` ids were found without `tool_result` blocks immediately after: " + ids
                                + ". Each `tool_use` block must have a corresponding `tool_result` block in the next"
                                + " message."));
    }

    /** With thinking on, the assistant message whose results were just sent must begin with its thinking. */
    static void checkThinkingLeads(JsonNode messages) {
        boolean answersCall = false;
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.get(i);
            JsonNode first = message.path("content").path(0);
            String type = JsonNodes.text(first, "type");
            if (JsonNodes.text(message, "role").equals("assistant")) {
                if (answersCall && !type.equals("thinking") && !type.equals("redacted_thinking")) {
                    throw refused(
                            "thinking",
                            "messages." + i + ".content.0.type: Expected `thinking` or `redacted_thinking`,"
                                    + " but found `" + type
                                    + "`. When `thinking` is enabled, a final `assistant` message must start with a"
                                    + " thinking block (preceding the lastmost set of `tool_use` and `tool_result`"
                                    + " blocks). We recommend you include thinking blocks from previous turns. To"
                                    + " avoid this requirement, disable `thinking`. Please consult our documentation"
                                    + " at https://docs.claude.com/en/docs/build-with-claude/extended-thinking");
                }
                return;
            }
            answersCall |= type.equals("tool_result");
        }
    }
}

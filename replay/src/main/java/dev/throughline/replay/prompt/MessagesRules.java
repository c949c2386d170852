package dev.throughline.replay.prompt;

import dev.throughline.replay.text.Texts;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What Anthropic refuses about a Messages request. */
final class MessagesRules extends Rules {
    private static final int MOST_MARKERS = 4;

    private final Set<String> called = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private List<String> waiting = List.of();
    private int markers;

    MessagesRules(ReadBody body) {
        super(body);
    }

    @Override
    @Nullable
    Json schema(Json.Obj tool, Json.Obj function) {
        return tool.get("input_schema");
    }

    @Override
    boolean needsSchema(Json.Obj tool) {
        return !tool.has("type") || tool.type().equals("custom");
    }

    @Override
    void check() {
        Set<String> names = declared();
        boolean hasLimit = body().get("max_tokens") instanceof Json.Num limit
                && limit.digits().chars().allMatch(c -> c >= '0' && c <= '9')
                && !limit.digits().equals("0");
        require(hasLimit, "max_tokens", () -> "max_tokens: field required");
        body().toolsJson().forEach(this::count);
        markers += body().members().containsKey("cache_control") ? 1 : 0;
        system();
        List<Json> messages = body().historyJson();
        if (messages.isEmpty()) {
            add("messages", "messages: at least one message is required");
            return;
        }
        require(
                text(Grammar.object(messages.getFirst(), "a message"), "role").equals("user"),
                "first_role",
                () -> "messages: first message must use the user role");
        for (int i = 0; i < messages.size(); i++) {
            message(Grammar.object(messages.get(i), "a message"), new Place("messages", i));
        }
        ending(Grammar.object(messages.getLast(), "a message"));
        require(
                markers <= MOST_MARKERS,
                "cache_control",
                () -> "a maximum of 4 blocks with cache_control may be provided, found " + markers);
        referenced(called, names);
    }

    private void count(Json block) {
        markers += Grammar.isMarked(block) ? 1 : 0;
    }

    private void system() {
        List<Json> blocks = body().systemJson();
        for (int i = 0; i < blocks.size(); i++) {
            Place at = new Place("system", i);
            Json.Obj block = Grammar.object(blocks.get(i), "a system block");
            count(block);
            require(
                    block.type().equals("text") && !Texts.isBlank(text(block, "text")),
                    "empty_text",
                    () -> at + ": text content blocks must be non-empty");
        }
        Json system = body().get("system");
        require(
                system == null || system instanceof Json.Text,
                "system",
                () -> "system: must be a string or a list of text blocks");
    }

    private void ending(Json.Obj last) {
        if (!waiting.isEmpty()) {
            add("missing_result", "the last message calls tools that have no result");
        } else {
            require(
                    text(last, "role").equals("user"),
                    "last_role",
                    () -> "the conversation must end with a user message");
        }
    }

    private void message(Json.Obj message, Place where) {
        String role = text(message, "role");
        require(
                role.equals("user") || role.equals("assistant"),
                "role",
                () -> where + ": unexpected role '" + role + "'");
        List<Json> blocks = blocks(message);
        require(!blocks.isEmpty(), "empty_content", () -> where + ": content must be non-empty");
        List<String> answered = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        boolean isPastResults = false;
        for (int i = 0; i < blocks.size(); i++) {
            Json.Obj block = Grammar.object(blocks.get(i), "a block");
            Place at = new Place(where, i);
            count(block);
            switch (block.type()) {
                case "text" ->
                    require(
                            !Texts.isBlank(text(block, "text")),
                            "empty_text",
                            () -> at + ": text content blocks must contain non-whitespace text");
                case "tool_use" -> call(block, role, at, calls);
                case "tool_result" -> {
                    require(
                            !isPastResults,
                            "tool_result_order",
                            () -> at + ": tool_result blocks must come first in the message");
                    result(block, role, at, answered);
                }
                default -> {}
            }
            isPastResults |= !block.type().equals("tool_result");
        }
        List<String> missing =
                waiting.stream().filter(id -> !answered.contains(id)).toList();
        require(
                missing.isEmpty(),
                "missing_result",
                () -> where + ": tool_use ids without tool_result blocks immediately after: " + some(missing));
        waiting = calls;
    }

    private static List<Json> blocks(Json.Obj message) {
        Json content = message.get("content");
        if (content instanceof Json.Text text) {
            return text.value().isEmpty() ? List.of() : List.of(Block.text(text.value()));
        }
        return content instanceof Json.Arr list ? list.elements() : List.of();
    }

    private void call(Json.Obj block, String role, Place at, List<String> calls) {
        String id = text(block, "id");
        require(
                role.equals("assistant"),
                "tool_use_role",
                () -> at + ": tool_use blocks can only be in assistant messages");
        require(
                isIdent(id) && !seen.contains(id),
                "tool_use_id",
                () -> at + ": tool_use ids must be well formed and unique");
        require(isName(text(block, "name")), "tool_use_name", () -> at + ": malformed tool name");
        require(block.get("input") instanceof Json.Obj, "tool_use_input", () -> at + ": input should be an object");
        seen.add(id);
        called.add(text(block, "name"));
        calls.add(id);
    }

    private void result(Json.Obj block, String role, Place at, List<String> answered) {
        String id = text(block, "tool_use_id");
        require(
                role.equals("user"),
                "tool_result_role",
                () -> at + ": tool_result blocks can only be in user messages");
        if (!waiting.contains(id)) {
            add("orphan_result", at + ": unexpected tool_use_id in tool_result: " + id);
        } else {
            require(
                    !answered.contains(id),
                    "duplicate_result",
                    () -> at + ": each tool_use must have a single result: " + id);
        }
        boolean isError = block.get("is_error") instanceof Json.Bool bool && bool.value();
        require(
                !isError || !isEmpty(block.get("content")),
                "empty_error",
                () -> at + ": content cannot be empty if is_error is true");
        answered.add(id);
    }
}

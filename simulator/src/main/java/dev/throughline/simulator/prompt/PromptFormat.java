package dev.throughline.simulator.prompt;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.prompt.Prompt.CacheMarker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How the elements of one dialect become items. Ids of items, their status and cache markers are left out, and a text
 * is the same whether it came as a string or as a list of one text block. What is malformed becomes an item of its own;
 * refusing it is the task of a validator.
 */
final class PromptFormat {
    private static final List<String> UNSEEN = List.of("id", "status", "internal_chat_message_metadata_passthrough");

    private final SimulatedDialect dialect;

    /** The items of one element, and which of them have a cache marker. */
    record Element(List<PromptItem> items, SortedMap<Integer, CacheMarker> markers) {
        private static Element of(PromptItem item) {
            return new Element(List.of(item), new TreeMap<>());
        }

        private static Element of(PromptItem item, JsonNode block) {
            return new Element(List.of(item), new TreeMap<>(marked(block) ? Map.of(0, duration(block)) : Map.of()));
        }
    }

    PromptFormat(SimulatedDialect dialect) {
        this.dialect = dialect;
    }

    /** The member that holds the history. */
    String historyName() {
        return dialect == SimulatedDialect.RESPONSES ? "input" : "messages";
    }

    /** The member with system text outside the history, or an empty name. */
    String systemName() {
        return switch (dialect) {
            case MESSAGES -> "system";
            case RESPONSES -> "instructions";
            case CHAT -> "";
        };
    }

    /** Whether only what stands before a marker can be cached. */
    boolean needsMarkers() {
        return dialect == SimulatedDialect.MESSAGES;
    }

    /** The system text of a request as a list of blocks. */
    List<JsonNode> systemBlocks(JsonNode body) {
        JsonNode system = body.path(systemName());
        if (system.isArray()) {
            return List.copyOf(system.values());
        }
        return system.isString() && !system.stringValue().isEmpty() ? List.of(system) : List.of();
    }

    /** The history of a request; an input that is one string is a user's message. */
    List<JsonNode> history(JsonNode body) {
        JsonNode history = body.path(historyName());
        if (history.isArray()) {
            return List.copyOf(history.values());
        }
        return history.isString() && !history.stringValue().isEmpty()
                ? List.of(JsonNodes.object("role", "user", "content", history))
                : List.of();
    }

    Element tool(JsonNode tool) {
        return Element.of(PromptItem.of("<tool>" + JsonNodes.write(unmarked(tool))), tool);
    }

    Element system(JsonNode block) {
        return dialect == SimulatedDialect.MESSAGES && block.isObject()
                ? Element.of(block("system", block), block)
                : Element.of(PromptItem.of("<system>" + contentText(block)));
    }

    /** An element of the history. */
    Element element(JsonNode element) {
        return switch (dialect) {
            case MESSAGES -> message(element);
            case RESPONSES -> Element.of(item(element));
            case CHAT -> Element.of(chatMessage(element));
        };
    }

    private static Element message(JsonNode message) {
        String role = shown(message, "role");
        JsonNode content = message.path("content");
        if (!content.isArray()) {
            return Element.of(PromptItem.of("<" + role + ">" + contentText(content)));
        }
        List<PromptItem> items = new ArrayList<>();
        SortedMap<Integer, CacheMarker> markers = new TreeMap<>();
        for (JsonNode block : content) {
            if (marked(block)) {
                markers.put(items.size(), duration(block));
            }
            items.add(block(role, block));
        }
        return new Element(items, markers);
    }

    private static PromptItem block(String role, JsonNode block) {
        return switch (JsonNodes.text(block, "type")) {
            case "text" -> PromptItem.of("<" + role + ">" + shown(block, "text"));
            case "tool_use" -> {
                String arguments = written(block.path("input"));
                yield PromptItem.calling(
                        "<call " + shown(block, "id") + " " + shown(block, "name") + ">" + arguments,
                        List.of(arguments));
            }
            case "tool_result" ->
                PromptItem.of("<result " + shown(block, "tool_use_id")
                        + (JsonNodes.isTrue(block, "is_error") ? " error" : "") + ">"
                        + contentText(block.path("content")));
            default -> PromptItem.of("<" + role + ">" + JsonNodes.write(unmarked(block)));
        };
    }

    private static PromptItem item(JsonNode item) {
        String type = JsonNodes.text(item, "type").isEmpty() ? "message" : JsonNodes.text(item, "type");
        return switch (type) {
            case "message" -> PromptItem.of("<" + shown(item, "role") + ">" + contentText(item.path("content")));
            case "function_call" -> call(item, "arguments");
            case "custom_tool_call" -> call(item, "input");
            case "function_call_output", "custom_tool_call_output" ->
                PromptItem.of("<result " + shown(item, "call_id") + ">" + contentText(item.path("output")));
            default -> {
                ObjectNode seen = ((ObjectNode) item).deepCopy();
                seen.remove(UNSEEN);
                yield PromptItem.of("<" + type + ">" + JsonNodes.write(seen));
            }
        };
    }

    private static PromptItem call(JsonNode item, String member) {
        JsonNode value = item.path(member);
        String arguments = value.isString() ? value.stringValue() : written(value);
        return PromptItem.calling(
                "<call " + shown(item, "call_id") + " " + shown(item, "name") + ">" + arguments, List.of(arguments));
    }

    private static PromptItem chatMessage(JsonNode message) {
        String role = shown(message, "role");
        if (role.equals("tool")) {
            return PromptItem.of(
                    "<result " + shown(message, "tool_call_id") + ">" + contentText(message.path("content")));
        }
        StringBuilder text = new StringBuilder("<" + role + ">" + contentText(message.path("content")));
        List<String> every = new ArrayList<>();
        for (JsonNode call : message.path("tool_calls")) {
            JsonNode function = call.path("function");
            String arguments = JsonNodes.text(function, "arguments");
            every.add(arguments);
            text.append("<call " + shown(call, "id") + " " + shown(function, "name") + ">" + arguments);
        }
        return PromptItem.calling(text.toString(), every);
    }

    /** The name by which a tool is known. */
    static String toolName(JsonNode tool) {
        JsonNode function = tool.path("function");
        String name = JsonNodes.text(function.isObject() && !function.isEmpty() ? function : tool, "name");
        return name.isEmpty() ? JsonNodes.text(tool, "type") : name;
    }

    private static boolean marked(JsonNode block) {
        return block.has("cache_control");
    }

    /** For how long a block, or a marker itself, asks to be cached. */
    static CacheMarker duration(JsonNode block) {
        JsonNode marker = block.path("cache_control").isMissingNode() ? block : block.path("cache_control");
        return JsonNodes.text(marker, "ttl").equals("1h") ? CacheMarker.HOUR : CacheMarker.SHORT;
    }

    private static JsonNode unmarked(JsonNode block) {
        if (!marked(block)) {
            return block;
        }
        ObjectNode rest = ((ObjectNode) block).deepCopy();
        rest.remove("cache_control");
        return rest;
    }

    /** A member as it is shown in a tag. */
    private static String shown(JsonNode object, String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return "None";
        }
        return value.isString() ? value.stringValue() : JsonNodes.write(value);
    }

    /** The text of a content value that may be a text or a list of parts; other parts stay JSON. */
    private static String contentText(JsonNode content) {
        if (content.isMissingNode() || content.isNull()) {
            return "";
        }
        if (!content.isArray()) {
            return content.isString() ? content.stringValue() : JsonNodes.write(content);
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode part : content) {
            JsonNode text = part.isObject() ? part.path("text") : part;
            texts.add(text.isString() ? text.stringValue() : JsonNodes.write(part));
        }
        return String.join("\n", texts);
    }

    private static String written(JsonNode value) {
        return value.isMissingNode() ? "null" : JsonNodes.write(value);
    }
}

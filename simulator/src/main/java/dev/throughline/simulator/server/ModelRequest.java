package dev.throughline.simulator.server;

import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A request as a script sees it: what is asked, whatever the dialect.
 *
 * @param body the request as a tree; empty if its encoding could not be undone
 */
public record ModelRequest(ReceivedRequest received, SimulatedDialect dialect, JsonNode body) {
    private static final String REMINDER = "<system-reminder>";

    /** What stands at the end of the history and waits for an answer. */
    public enum Newest {
        USER,
        TOOL_RESULT,
        COMPACTION_TRIGGER,
        OTHER
    }

    public String model() {
        return JsonNodes.text(body, "model");
    }

    public boolean streams() {
        return body.path("stream").asBoolean(false);
    }

    /** The names of the tools that the client offers, wherever it declares them. */
    public List<String> tools() {
        List<String> names = new ArrayList<>();
        addTools(names, body.path("tools"));
        for (JsonNode item : body.path("input")) {
            if (JsonNodes.text(item, "type").equals("additional_tools")) {
                addTools(names, item.path("tools"));
            }
        }
        return names;
    }

    /** Whether the client asked for reasoning. */
    public boolean thinks() {
        return switch (dialect) {
            case RESPONSES -> JsonNodes.has(body, "reasoning");
            case CHAT -> JsonNodes.has(body, "reasoning_effort");
            case MESSAGES ->
                JsonNodes.has(body, "thinking")
                        && !JsonNodes.text(body.path("thinking"), "type").equals("disabled");
        };
    }

    public Newest newest() {
        return last().map(this::kind).orElse(body.path("input").isString() ? Newest.USER : Newest.OTHER);
    }

    /** The text of the newest element: a user's words, or all results of the newest calls. */
    public String newestText() {
        if (body.path("input").isString()) {
            return JsonNodes.text(body, "input");
        }
        return newest() == Newest.TOOL_RESULT
                ? resultText()
                : last().map(this::words).orElse("");
    }

    /** The text of the newest message that a user wrote, however far back. */
    public String lastUserText() {
        if (body.path("input").isString()) {
            return JsonNodes.text(body, "input");
        }
        for (JsonNode element : elements().reversed()) {
            if (kind(element) == Newest.USER) {
                return words(element);
            }
        }
        return "";
    }

    private static void addTools(List<String> names, JsonNode tools) {
        for (JsonNode tool : tools) {
            addTools(names, tool.path("tools"));
            String name = JsonNodes.text(tool, "name") + JsonNodes.text(tool.path("function"), "name");
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
    }

    /** The history without what clients put behind its end for their own purposes. */
    private List<JsonNode> elements() {
        List<JsonNode> elements = new ArrayList<>();
        for (JsonNode element : body.path(dialect == SimulatedDialect.RESPONSES ? "input" : "messages")) {
            String role = JsonNodes.text(element, "role");
            if (!role.equals("system") && !role.equals("developer")) {
                elements.add(element);
            }
        }
        return elements;
    }

    private Optional<JsonNode> last() {
        List<JsonNode> elements = elements();
        return elements.isEmpty() ? Optional.empty() : Optional.of(elements.getLast());
    }

    private Newest kind(JsonNode element) {
        String type = JsonNodes.text(element, "type");
        String role = JsonNodes.text(element, "role");
        if (type.equals("compaction_trigger")) {
            return Newest.COMPACTION_TRIGGER;
        }
        if (type.endsWith("_output") || role.equals("tool") || hasResult(element)) {
            return Newest.TOOL_RESULT;
        }
        return role.equals("user") ? Newest.USER : Newest.OTHER;
    }

    private static boolean hasResult(JsonNode message) {
        for (JsonNode block : message.path("content")) {
            if (JsonNodes.text(block, "type").equals("tool_result")) {
                return true;
            }
        }
        return false;
    }

    private String resultText() {
        List<String> results = new ArrayList<>();
        for (JsonNode element : elements().reversed()) {
            if (kind(element) != Newest.TOOL_RESULT) {
                break;
            }
            results.addFirst(words(element));
        }
        return String.join("\n", results);
    }

    /**
     * The words in an element; what clients add to a user's words as reminders is left out if there is anything else.
     */
    private String words(JsonNode element) {
        List<String> texts = new ArrayList<>();
        collect(element.path("output"), texts);
        collect(element.path("content"), texts);
        List<String> own =
                texts.stream().filter(text -> !text.startsWith(REMINDER)).toList();
        return String.join("\n", own.isEmpty() ? texts : own);
    }

    private static void collect(JsonNode content, List<String> texts) {
        if (content.isString()) {
            texts.add(content.stringValue());
        }
        if (content.isArray()) {
            for (JsonNode block : content) {
                collect(block.path("text"), texts);
                collect(block.path("content"), texts);
            }
        }
    }
}

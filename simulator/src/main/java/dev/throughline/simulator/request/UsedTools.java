package dev.throughline.simulator.request;

import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.recording.RecordedCall;
import dev.throughline.simulator.recording.RecordedMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/** The tools that a session uses: their names, the arguments each was given, and which of them take free text. */
final class UsedTools {
    private final Map<String, Set<String>> tools = new TreeMap<>();
    private final Set<String> freeText = new HashSet<>();
    private final Map<String, ObjectNode> inputs = new HashMap<>();

    UsedTools(List<RecordedMessage> messages) {
        for (RecordedMessage message : messages) {
            for (RecordedCall call : message.calls()) {
                Set<String> arguments = tools.computeIfAbsent(call.name(), _ -> new TreeSet<>());
                ObjectNode object = JsonNodes.parseObject(call.arguments()).orElse(null);
                if (object == null) {
                    freeText.add(call.name());
                    arguments.add("input");
                    inputs.put(call.arguments(), wrapped(call.arguments()));
                } else {
                    arguments.addAll(object.propertyNames());
                    inputs.put(call.arguments(), object);
                }
            }
        }
    }

    /** What is no object becomes the only member of one. */
    private static ObjectNode wrapped(String arguments) {
        return JsonNodes.object("input", JsonNodes.parse(arguments).orElseGet(() -> JsonNodes.of(arguments)));
    }

    /** Every tool with the names of its arguments, in order. */
    Map<String, Set<String>> all() {
        return tools;
    }

    /** Whether a tool was called with something else than a JSON object. */
    boolean takesText(String tool) {
        return freeText.contains(tool);
    }

    /** Arguments as an object. */
    ObjectNode input(RecordedCall call) {
        return inputs.getOrDefault(call.arguments(), JsonNodes.object());
    }

    /** Arguments as a text that is a JSON object. */
    String jsonText(RecordedCall call) {
        return JsonNodes.parseObject(call.arguments()).isPresent() ? call.arguments() : JsonNodes.write(input(call));
    }

    /** A description of arguments. */
    static ObjectNode schema(Set<String> arguments) {
        ObjectNode properties = JsonNodes.object();
        arguments.forEach(name -> properties.set(name, JsonNodes.object("type", "string")));
        return JsonNodes.object("type", "object", "properties", properties);
    }
}

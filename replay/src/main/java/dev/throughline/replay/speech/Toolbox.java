package dev.throughline.replay.speech;

import dev.throughline.replay.recording.Call;
import dev.throughline.replay.recording.Message;
import dev.throughline.replay.text.Compact;
import dev.throughline.replay.text.Texts;
import dev.throughline.wire.json.Json;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The tools that a session uses: their names, the arguments each was given, and which of them take free text. */
final class Toolbox {
    private final Map<String, Set<String>> tools = new TreeMap<>();
    private final Set<String> freeText = new HashSet<>();
    private final Map<String, Object> inputs = new HashMap<>();

    Toolbox(List<Message> messages) {
        for (Message message : messages) {
            for (Call call : message.calls()) {
                Set<String> arguments = tools.computeIfAbsent(call.name(), _ -> new TreeSet<>());
                Json.Obj object = Texts.object(call.arguments()).orElse(null);
                if (object == null) {
                    freeText.add(call.name());
                    arguments.add("input");
                    inputs.put(call.arguments(), wrapped(call.arguments()));
                } else {
                    arguments.addAll(object.members().keySet());
                    inputs.put(call.arguments(), object);
                }
            }
        }
    }

    /** What is no object becomes the only member of one. */
    private static Map<String, @Nullable Object> wrapped(String arguments) {
        Object value = Texts.json(arguments).<Object>map(json -> json).orElse(arguments);
        return Compact.object("input", value);
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
    Object input(Call call) {
        return inputs.getOrDefault(call.arguments(), Map.of());
    }

    /** Arguments as a text that is a JSON object. */
    String jsonText(Call call) {
        Object input = input(call);
        return input instanceof Json.Obj ? call.arguments() : Compact.text(input);
    }

    /** A description of arguments. */
    static Map<String, @Nullable Object> schema(Set<String> arguments) {
        Map<String, @Nullable Object> properties = Compact.object();
        arguments.forEach(name -> properties.put(name, Compact.object("type", "string")));
        return Compact.object("type", "object", "properties", properties);
    }
}

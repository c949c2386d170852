package dev.throughline.replay.prompt;

import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request body that was read.
 *
 * @param members every member but the lists of elements; a {@code system}, {@code instructions} or {@code input}
 *     that is a text stands here
 */
public record ReadBody(
        Map<String, Json> members, List<Element> tools, List<Element> system, List<Element> history, Prompt prompt) {
    /** A member, unless it is missing, null, or a list of elements. */
    public @Nullable Json get(String name) {
        Json member = members.get(name);
        return member instanceof Json.Nil ? null : member;
    }

    /** The text of a member, or an empty one. */
    public String text(String name) {
        return get(name) instanceof Json.Text text ? text.value() : "";
    }

    /** Whether a member is true. */
    public boolean isTrue(String name) {
        return get(name) instanceof Json.Bool bool && bool.value();
    }

    /** The elements of the history as JSON, in order. */
    public List<Json> historyJson() {
        return json(history);
    }

    /** The declared tools as JSON, in order. */
    public List<Json> toolsJson() {
        return json(tools);
    }

    List<Json> systemJson() {
        return json(system);
    }

    private static List<Json> json(List<Element> elements) {
        List<Json> all = new ArrayList<>(elements.size());
        for (Element element : elements) {
            all.add(element.json());
        }
        return all;
    }
}

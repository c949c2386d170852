package dev.throughline.simulator.prompt;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the bodies of one session in one dialect, and parses each element only once.
 *
 * <p>The elements of the body before are expected again in their order: a comparison of bytes, ten times faster than
 * looking for where an element ends. One that differs is looked up by its bytes, and only one that was never seen is
 * parsed. So a body whose end is new costs little more than its new end. Safe for use by many threads.
 */
public final class RequestReader {
    private final PromptFormat format;
    private final Map<Bytes, Known> known = new HashMap<>();
    private List<Known> before = List.of();

    /** One element, read once: a tool, a system block or an element of the history. Compared by identity. */
    private static final class Known {
        private final Bytes raw;
        private final JsonNode json;
        private final PromptFormat.Element element;

        private Known(Bytes raw, JsonNode json, PromptFormat.Element element) {
            this.raw = raw;
            this.json = json;
            this.element = element;
        }
    }

    public RequestReader(SimulatedDialect dialect) {
        this.format = new PromptFormat(dialect);
    }

    /**
     * What a body says.
     *
     * @throws JacksonException if it is not a JSON object
     */
    public synchronized ParsedRequest read(Bytes body) {
        return new Pass(body).read();
    }

    /** The items of one element of a history. */
    public synchronized List<PromptItem> items(Bytes element) {
        return known(element, format::element).element.items();
    }

    private Known known(Bytes raw, Function<JsonNode, PromptFormat.Element> reading) {
        Known found = known.get(raw);
        if (found != null) {
            return found;
        }
        Bytes own = raw.compact();
        JsonNode json = JsonNodes.read(own);
        Known made = new Known(own, json, reading.apply(json));
        known.put(own, made);
        return made;
    }

    /** One pass over one body. */
    private final class Pass {
        private final Bytes body;
        private final JsonScanner scanner;
        private final ObjectNode members = JsonNodes.object();
        private List<Known> tools = List.of();
        private List<Known> system = List.of();
        private List<Known> history = List.of();

        private Pass(Bytes body) {
            this.body = body;
            this.scanner = new JsonScanner(body);
        }

        private ParsedRequest read() {
            scanner.expect('{');
            boolean hasMore = !scanner.takes('}');
            while (hasMore) {
                String name = scanner.name();
                scanner.expect(':');
                member(name);
                hasMore = scanner.takes(',');
                if (!hasMore) {
                    scanner.expect('}');
                }
            }
            scanner.end();
            before = history;
            return new ParsedRequest(members, prompt());
        }

        private void member(String name) {
            if (!scanner.isAt('[')) {
                members.set(name, JsonNodes.read(body.slice(scanner.value())));
            } else if (name.equals("tools")) {
                tools = elements(name, List.of(), format::tool);
            } else if (name.equals(format.historyName())) {
                history = elements(name, before, format::element);
            } else if (name.equals(format.systemName())) {
                system = elements(name, List.of(), format::system);
            } else {
                members.set(name, JsonNodes.read(body.slice(scanner.value())));
            }
        }

        private List<Known> elements(
                String name, List<Known> expected, Function<JsonNode, PromptFormat.Element> reading) {
            List<Known> found = new ArrayList<>(expected.size() + 4);
            scanner.expect('[');
            if (!scanner.takes(']')) {
                int next = 0;
                do {
                    if (next < expected.size() && scanner.takesWhole(expected.get(next).raw)) {
                        found.add(expected.get(next++));
                    } else {
                        Known other = known(body.slice(scanner.value()), reading);
                        found.add(other);
                        next = after(expected, other, next);
                    }
                } while (scanner.takes(','));
                scanner.expect(']');
            }
            ArrayNode array = members.putArray(name);
            found.forEach(each -> array.add(each.json));
            return found;
        }

        /** Where the expectation goes on after an element that was not expected here. */
        private int after(List<Known> expected, Known found, int next) {
            for (int i = next; i < expected.size(); i++) {
                if (expected.get(i) == found) {
                    return i + 1;
                }
            }
            return next + 1;
        }

        private Prompt prompt() {
            Prompt.Builder prompt = new Prompt.Builder(format);
            tools.forEach(tool -> prompt.addTool(tool.json, tool.element));
            if (system.isEmpty()) {
                format.systemBlocks(members).forEach(block -> prompt.add(format.system(block)));
            }
            system.forEach(block -> prompt.add(block.element));
            if (history.isEmpty()) {
                format.history(members).forEach(element -> prompt.add(format.element(element)));
            }
            history.forEach(element -> prompt.add(element.element));
            return prompt.build(members.path("cache_control"));
        }
    }
}

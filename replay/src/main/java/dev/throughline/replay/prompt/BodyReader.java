package dev.throughline.replay.prompt;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the bodies of one session in one dialect, and parses each element only once.
 *
 * <p>The elements of the body before are expected again in their order: a comparison of bytes, ten times faster than
 * looking for where an element ends. One that differs is looked up by its bytes, and only one that was never seen is
 * parsed. So a body whose end is new costs little more than its new end. Used by one thread at a time.
 */
public final class BodyReader {
    private final Grammar grammar;
    private final Map<Bytes, Element> known = new HashMap<>();
    private List<Element> before = List.of();

    public BodyReader(Dialect dialect, ItemPool pool) {
        this.grammar = Grammar.of(dialect, pool);
    }

    /**
     * What a body says.
     *
     * @throws UnreadableException if it is not a JSON object
     * @throws MalformedException if its items cannot be told
     */
    public ReadBody read(Bytes body) {
        return new Pass(body).read();
    }

    /** The items of one element of a history. */
    public List<PromptItem> items(Bytes element) {
        return element(element, grammar::historySaid).items();
    }

    private Element element(Bytes raw, Function<Json, Grammar.Said> reading) {
        Element found = known.get(raw);
        if (found != null) {
            return found;
        }
        Bytes own = raw.compact();
        Json json = Json.parse(own);
        Element made = new Element(own, json, reading.apply(json));
        known.put(own, made);
        return made;
    }

    /** One walk over one body. */
    private final class Pass {
        private final Bytes body;
        private final JsonScan scan;
        private final Map<String, Json> members = new LinkedHashMap<>();
        private List<Element> tools = List.of();
        private List<Element> system = List.of();
        private List<Element> history = List.of();

        private Pass(Bytes body) {
            this.body = body;
            this.scan = new JsonScan(body);
        }

        private ReadBody read() {
            scan.expect('{');
            boolean hasMore = !scan.takes('}');
            while (hasMore) {
                String name = scan.name();
                scan.expect(':');
                member(name);
                hasMore = scan.takes(',');
                if (!hasMore) {
                    scan.expect('}');
                }
            }
            scan.end();
            before = history;
            if (history.isEmpty()) {
                history = input();
            }
            return new ReadBody(members, tools, system, history, prompt());
        }

        private void member(String name) {
            if (!scan.isAt('[')) {
                members.put(name, Json.parse(body, scan.value()));
            } else if (name.equals("tools")) {
                tools = elements(List.of(), grammar::toolSaid);
            } else if (name.equals(grammar.history())) {
                history = elements(before, grammar::historySaid);
            } else if (name.equals(grammar.system())) {
                system = elements(List.of(), grammar::systemSaid);
            } else {
                members.put(name, Json.parse(body, scan.value()));
            }
        }

        private List<Element> elements(List<Element> expected, Function<Json, Grammar.Said> reading) {
            List<Element> found = new ArrayList<>(expected.size() + 4);
            scan.expect('[');
            if (scan.takes(']')) {
                return found;
            }
            int next = 0;
            do {
                if (next < expected.size() && scan.takesWhole(expected.get(next).raw())) {
                    found.add(expected.get(next++));
                } else {
                    Element other = element(body.slice(scan.value()), reading);
                    found.add(other);
                    next = after(expected, other, next);
                }
            } while (scan.takes(','));
            scan.expect(']');
            return found;
        }

        /** Where the expectation goes on after an element that was not expected here. */
        private int after(List<Element> expected, Element found, int next) {
            for (int i = next; i < expected.size(); i++) {
                if (expected.get(i) == found) {
                    return i + 1;
                }
            }
            return next + 1;
        }

        private Prompt prompt() {
            List<PromptItem> items = new ArrayList<>(tools.size() + system.size() + history.size() * 2);
            int cacheable = 0;
            List<Element> all = new ArrayList<>(tools);
            all.addAll(system.isEmpty() ? texts(grammar.system(), grammar::systemSaid) : system);
            all.addAll(history);
            for (Element element : all) {
                if (element.cacheable() > 0) {
                    cacheable = items.size() + element.cacheable();
                }
                items.addAll(element.items());
            }
            boolean isAll = !grammar.needsMarkers() || members.containsKey("cache_control");
            List<String> names =
                    tools.stream().map(tool -> Grammar.toolName(tool.json())).toList();
            return new Prompt(items, isAll ? items.size() : cacheable, names);
        }

        /** A system text that is one string. */
        private List<Element> texts(String name, Function<Json, Grammar.Said> reading) {
            if (!(members.get(name) instanceof Json.Text text) || text.value().isEmpty()) {
                return List.of();
            }
            Json block = grammar.needsMarkers() ? Block.text(text.value()) : text;
            return List.of(new Element(Bytes.EMPTY, block, reading.apply(block)));
        }

        /** An input that is one string: a user's message. */
        private List<Element> input() {
            if (!(members.get(grammar.history()) instanceof Json.Text text)
                    || text.value().isEmpty()) {
                return List.of();
            }
            Json message = Block.user(text.value());
            return List.of(new Element(Bytes.EMPTY, message, grammar.historySaid(message)));
        }
    }
}

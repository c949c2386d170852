package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.json.RawObject.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Builds one JSON object from the deltas of a Chat stream.
 *
 * <pre>
 *   {"role":"assistant","content":""}        {"content":"He"}        {"content":"llo"}
 *   {"role":"assistant","content":"Hello"}
 * </pre>
 *
 * <p>How a later delta changes a member depends on its type:
 * <ul>
 *   <li>a string is appended to the previous one without decoding: a character that was escaped as two halves in two
 *       deltas is complete again. Strings that name something ({@link #NAMES}) replace the one before instead,
 *       unless they are empty: some servers repeat them, none splits them;
 *   <li>{@link #OBJECTS} are put together in the same way;
 *   <li>{@code tool_calls} are put together one by one, distinguished by their {@code index}, else by their {@code id};
 *   <li>the elements of any other array are added to those before;
 *   <li>anything else replaces what was there;
 *   <li>{@code null} changes nothing, but is the value if no other value arrives.
 * </ul>
 */
final class ChatMessageBuilder {
    private static final Set<String> NAMES = Set.of("role", "id", "type", "name", "index");
    private static final Set<String> OBJECTS = Set.of("function", "custom", "function_call", "audio");
    private static final Bytes NULL = Bytes.of("null");

    /** The current value of a member. */
    private interface Part {
        Bytes toBytes();
    }

    /** A value that was received as a whole. */
    private record Plain(Bytes toBytes) implements Part {}

    /** A string that grows, without its quotes. */
    private record GrowingText(JsonBuilder inner) implements Part {
        @Override
        public Bytes toBytes() {
            return inner.asString();
        }
    }

    /** An array that grows. */
    private record Elements(List<Bytes> elements) implements Part {
        @Override
        public Bytes toBytes() {
            return JsonBuilder.array(elements);
        }
    }

    private record Whole(ChatMessageBuilder object) implements Part {
        @Override
        public Bytes toBytes() {
            return object.toBytes();
        }
    }

    private final Map<String, Part> parts = new LinkedHashMap<>();

    void add(RawObject delta) {
        for (Member member : delta.members()) {
            add(member.name(), member.raw());
        }
    }

    /** Whether anything was added under a name other than this. */
    boolean hasMoreThan(String name) {
        return parts.size() > (parts.containsKey(name) ? 1 : 0);
    }

    /** Makes a member the first one, with this value if it is not there yet. */
    void lead(String name, Bytes otherwise) {
        Part part = parts.getOrDefault(name, new Plain(otherwise));
        parts.remove(name);
        Map<String, Part> others = new LinkedHashMap<>(parts);
        parts.clear();
        parts.put(name, part);
        parts.putAll(others);
    }

    Bytes toBytes() {
        JsonBuilder object = JsonBuilder.object();
        parts.forEach((name, part) -> object.member(name, part.toBytes()));
        return object.end();
    }

    private void add(String name, Bytes raw) {
        switch (RawObject.first(raw)) {
            case 'n' -> parts.putIfAbsent(name, new Plain(NULL));
            case '"' -> string(name, raw);
            case '{' -> object(name, raw);
            case '[' -> array(name, raw);
            default -> replace(name, raw);
        }
    }

    private void string(String name, Bytes raw) {
        Bytes inner = RawObject.inner(raw);
        if (NAMES.contains(name)) {
            if (!inner.isEmpty() || !parts.containsKey(name)) {
                replace(name, raw);
            }
        } else if (parts.get(name) instanceof GrowingText(JsonBuilder text)) {
            text.add(inner);
        } else {
            parts.put(name, new GrowingText(new JsonBuilder().add(inner)));
        }
    }

    private void object(String name, Bytes raw) {
        if (!OBJECTS.contains(name)) {
            replace(name, raw);
            return;
        }
        ChatMessageBuilder whole =
                parts.get(name) instanceof Whole(ChatMessageBuilder before) ? before : new ChatMessageBuilder();
        RawObject.of(raw).ifPresent(whole::add);
        parts.put(name, new Whole(whole));
    }

    private void array(String name, Bytes raw) {
        List<Bytes> added = RawObject.elements(raw).orElse(List.of());
        if (name.equals("tool_calls")) {
            Calls calls = parts.get(name) instanceof Calls before ? before : new Calls();
            added.forEach(calls::add);
            parts.put(name, calls);
            return;
        }
        List<Bytes> elements = parts.get(name) instanceof Elements(List<Bytes> before) ? before : new ArrayList<>();
        added.forEach(element -> elements.add(Bytes.of(element.toArray())));
        parts.put(name, new Elements(elements));
    }

    private void replace(String name, Bytes raw) {
        parts.put(name, new Plain(Bytes.of(raw.toArray())));
    }

    /**
     * The tool calls of one message, put together from deltas that may be interleaved.
     *
     * <p>A delta names its call by {@code index}. Some servers leave that out and send each call in one piece:
     * there an id that is new begins a call, and a delta without one continues the last.
     */
    private static final class Calls implements Part {
        private final Map<String, ChatMessageBuilder> byName = new LinkedHashMap<>();
        private String last = "";

        void add(Bytes delta) {
            RawObject.of(delta).ifPresent(call -> {
                last = name(call).orElse(last);
                byName.computeIfAbsent(last, unseen -> new ChatMessageBuilder()).add(call);
            });
        }

        /** The calls as a client sends them back, without the index. */
        @Override
        public Bytes toBytes() {
            byName.values().forEach(call -> call.parts.remove("index"));
            return JsonBuilder.array(
                    byName.values().stream().map(ChatMessageBuilder::toBytes).toList());
        }
    }

    /** The key of the call that a delta belongs to, within its message. */
    static Optional<String> name(RawObject call) {
        return call.raw("index").map(Bytes::utf8).or(() -> call.text("id").map(id -> "id " + id));
    }
}

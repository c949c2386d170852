package dev.throughline.replay.prompt;

import dev.throughline.model.Dialect;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The shape rules of the three APIs, as strict as the providers are; what they have in common stands here. They are
 * kept apart from those of {@code wire} on purpose: an instrument that shared the rules of what it measures would share
 * their mistakes.
 */
public abstract class Rules {
    private static final int LONGEST_NAME = 128;
    private static final int MOST_NAMED = 5;

    private final List<Problem> problems = new ArrayList<>();
    private final ReadBody body;

    Rules(ReadBody body) {
        this.body = body;
    }

    /** What the provider would refuse about this body; nothing when it would take it. */
    public static List<Problem> check(Dialect dialect, ReadBody body) {
        Rules rules =
                switch (dialect) {
                    case MESSAGES -> new MessagesRules(body);
                    case RESPONSES -> new ResponsesRules(body);
                    case CHAT -> new ChatRules(body);
                };
        if (body.text("model").isEmpty()) {
            rules.add("model", "model: field required");
        }
        try {
            rules.check();
        } catch (MalformedException e) {
            rules.add("shape", "malformed body: " + e.getMessage());
        }
        return List.copyOf(rules.problems);
    }

    abstract void check();

    /** The description of a tool's arguments. */
    abstract @Nullable Json schema(Json.Obj tool, Json.Obj function);

    /** Whether a tool must describe its arguments. */
    abstract boolean needsSchema(Json.Obj tool);

    /** The part of a tool that has its name. */
    @Nullable
    Json function(Json.Obj tool) {
        return tool;
    }

    final ReadBody body() {
        return body;
    }

    final void add(String rule, String sentence) {
        problems.add(new Problem(rule, sentence));
    }

    /** Complains unless the fact holds; the sentence is only made then. */
    final void require(boolean fact, String rule, Supplier<String> sentence) {
        if (!fact) {
            add(rule, sentence.get());
        }
    }

    /** A place in a body, which is only written out when there is something to say about it. */
    record Place(Object list, int index) {
        @Override
        public String toString() {
            return list + "[" + index + "]";
        }
    }

    /** The names of the declared tools; their shape is checked on the way. */
    final Set<String> declared() {
        Set<String> names = new HashSet<>();
        List<Json> tools = body.toolsJson();
        for (int i = 0; i < tools.size(); i++) {
            if (tools.get(i) instanceof Json.Obj tool) {
                tool(tool, new Place("tools", i), names);
            } else {
                add("tool_shape", "tools[" + i + "]: not an object");
            }
        }
        if (body.get("tool_choice") instanceof Json.Obj choice) {
            String wanted = choice.text("name").filter(name -> !name.isEmpty()).orElseGet(() -> inner(choice));
            require(
                    wanted.isEmpty() || names.contains(wanted),
                    "tool_choice",
                    () -> "tool_choice names a tool that is not declared: " + wanted);
        }
        return names;
    }

    private static String inner(Json.Obj choice) {
        return choice.get("function") instanceof Json.Obj function
                ? function.text("name").orElse("")
                : "";
    }

    private void tool(Json.Obj tool, Place where, Set<String> names) {
        Json.Obj function = function(tool) instanceof Json.Obj object ? object : null;
        Json name = function == null ? null : function.get("name");
        boolean isProviders = name == null
                && tool.has("type")
                && !Set.of("custom", "function").contains(tool.type());
        if (isProviders) {
            return;
        }
        if (function == null || !(name instanceof Json.Text text) || !isName(text.value())) {
            add("tool_shape", where + ": name is missing or malformed");
            return;
        }
        require(
                names.add(text.value()),
                "tool_duplicate",
                () -> where + ": tool names must be unique: " + text.value());
        Json schema = schema(tool, function);
        boolean isGood = schema instanceof Json.Obj object && object.type().equals("object");
        require(
                isGood || (schema == null && !needsSchema(tool)),
                "tool_shape",
                () -> where + ": the schema must be of type object");
    }

    final void referenced(Set<String> called, Set<String> names) {
        Set<String> missing = new TreeSet<>(called);
        missing.removeAll(names);
        require(
                missing.isEmpty(),
                "tools_missing",
                () -> "calls refer to tools that are not declared: " + String.join(", ", missing));
    }

    static boolean isName(String name) {
        return name.length() <= LONGEST_NAME && isIdent(name);
    }

    static boolean isIdent(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!isLetter && !(c >= '0' && c <= '9') && c != '_' && c != '-') {
                return false;
            }
        }
        return !text.isEmpty();
    }

    /** A text member, or an empty text. */
    static String text(Json.Obj object, String name) {
        return object.text(name).orElse("");
    }

    /** Whether a content is missing, null, an empty text or an empty list. */
    static boolean isEmpty(@Nullable Json content) {
        return switch (content) {
            case null -> true;
            case Json.Nil _ -> true;
            case Json.Text text -> text.value().isEmpty();
            case Json.Arr list -> list.elements().isEmpty();
            case Json.Obj _, Json.Num _, Json.Bool _ -> false;
        };
    }

    /** The first few of many ids, for a sentence. */
    static String some(List<String> ids) {
        return String.join(", ", ids.subList(0, Math.min(MOST_NAMED, ids.size())));
    }
}

package dev.throughline.replay.prompt;

import dev.throughline.model.Dialect;
import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one dialect writes items: the name of its history, and what its elements say. */
abstract class Grammar {
    private final ItemPool pool;

    Grammar(ItemPool pool) {
        this.pool = pool;
    }

    static Grammar of(Dialect dialect, ItemPool pool) {
        return switch (dialect) {
            case MESSAGES -> new MessagesGrammar(pool);
            case RESPONSES -> new ResponsesGrammar(pool);
            case CHAT -> new ChatGrammar(pool);
        };
    }

    /** The member that holds the history. */
    abstract String history();

    /** The member with system text outside the history, or an empty name. */
    abstract String system();

    /** The items of a system block, and how many of them a marker lets the provider cache. */
    abstract Said systemSaid(Json block);

    /** The items of an element of the history, and how many of them a marker lets the provider cache. */
    abstract Said historySaid(Json element);

    /** Whether only what stands before a marker can be cached. */
    abstract boolean needsMarkers();

    /** Items, and how many of them stand up to the last marker. */
    record Said(List<PromptItem> items, int cacheable) {
        static Said unmarked(PromptItem item) {
            return new Said(List.of(item), 0);
        }
    }

    Said toolSaid(Json tool) {
        PromptItem item = plain("<tool>" + Compact.text(withoutMarker(object(tool, "a tool"))));
        return new Said(List.of(item), isMarked(tool) ? 1 : 0);
    }

    /** The name by which a tool is known. */
    static String toolName(Json tool) {
        Json.Obj object = object(tool, "a tool");
        Json.Obj named = object.get("function") instanceof Json.Obj function
                        && !function.members().isEmpty()
                ? function
                : object;
        String name = named.text("name").orElse("");
        return name.isEmpty() ? object.type() : name;
    }

    final PromptItem plain(String text) {
        return pool.plain(text);
    }

    final PromptItem calling(String text, List<String> arguments) {
        return pool.calling(text, arguments);
    }

    static boolean isMarked(Json value) {
        return value instanceof Json.Obj object && object.members().containsKey("cache_control");
    }

    static Map<String, Json> withoutMarker(Json.Obj object) {
        if (!isMarked(object)) {
            return object.members();
        }
        Map<String, Json> rest = new LinkedHashMap<>(object.members());
        rest.remove("cache_control");
        return rest;
    }

    static Json.Obj object(@Nullable Json value, String what) {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw new MalformedException("expected " + what + " to be an object");
    }

    /** A member as it is shown in a tag. */
    static String shown(Json.Obj object, String name) {
        return switch (object.members().get(name)) {
            case null -> "None";
            case Json.Nil _ -> "None";
            case Json.Text text -> text.value();
            case Json other -> Compact.text(other);
        };
    }

    /** The text of a content value that may be a text or a list of parts; other parts stay JSON. */
    static String contentText(@Nullable Json content) {
        return switch (content) {
            case null -> "";
            case Json.Nil _ -> "";
            case Json.Text text -> text.value();
            case Json.Arr parts -> parts(parts);
            case Json other -> Compact.text(other);
        };
    }

    private static String parts(Json.Arr parts) {
        List<String> texts = new ArrayList<>();
        for (Json part : parts.elements()) {
            Json text = part instanceof Json.Obj object ? object.members().get("text") : part;
            texts.add(text instanceof Json.Text plain ? plain.value() : Compact.text(part));
        }
        return String.join("\n", texts);
    }
}

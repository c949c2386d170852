package dev.throughline.wire.request;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The text in an item that a person can read: the texts of the members that hold text, in a fixed order, one per
 * line. Images, signatures and encrypted parts are left out.
 */
public final class ReadableText {
    /** The members, in all dialects, that hold a text, or blocks with a text in them. */
    private static final List<String> READABLE = List.of(
            "summary",
            "thinking",
            "text",
            "refusal",
            "title",
            "content",
            "function",
            "custom",
            "arguments",
            "input",
            "action",
            "command",
            "query",
            "tool_name",
            "source",
            "output");

    /** Members whose object is a tool's own and is shown as the JSON that it is, like {@code arguments}. */
    private static final List<String> SHOWN_AS_JSON = List.of("arguments", "input");

    private final Bytes body;
    private final List<String> lines = new ArrayList<>();

    private ReadableText(Bytes body) {
        this.body = body;
    }

    /** The readable text of the value in this range. */
    public static String of(Bytes body, Span range) {
        ReadableText text = new ReadableText(body);
        text.gather(Json.parse(body, range));
        return String.join("\n", text.lines);
    }

    private void gather(Json value) {
        switch (value) {
            case Json.Text text -> lines.add(text.value());
            case Json.Arr array -> array.elements().forEach(this::gather);
            case Json.Obj object -> READABLE.forEach(name -> member(object, name));
            case Json.Num _, Json.Bool _, Json.Nil _ -> {}
        }
    }

    private void member(Json.Obj object, String name) {
        Json member = object.get(name);
        if (member instanceof Json.Obj inner && SHOWN_AS_JSON.contains(name)) {
            lines.add(body.slice(inner.span()).utf8());
        } else if (member instanceof Json.Obj source && name.equals("source")) {
            document(source);
        } else if (member != null) {
            gather(member);
        }
    }

    /** A document's source can be read if it is text; otherwise it is base 64. */
    private void document(Json.Obj source) {
        if (source.type().equals("text")) {
            source.text("data").ifPresent(lines::add);
        } else {
            gather(source);
        }
    }
}

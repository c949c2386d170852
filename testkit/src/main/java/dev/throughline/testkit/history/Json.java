package dev.throughline.testkit.history;

import dev.throughline.model.Bytes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value that a random client has not written yet. Never modified: changes are made to copies. */
public sealed interface Json {
    /** Members in the order in which they are written. */
    record Obj(Map<String, Json> members) implements Json {
        /** A copy with one member set; a new one comes last. */
        Obj with(String name, Json value) {
            Map<String, Json> changed = new LinkedHashMap<>(members);
            changed.put(name, value);
            return new Obj(changed);
        }

        Obj without(String name) {
            Map<String, Json> changed = new LinkedHashMap<>(members);
            changed.remove(name);
            return new Obj(changed);
        }

        boolean has(String name) {
            return members.containsKey(name);
        }

        /** The text of a member, or an empty one. */
        String text(String name) {
            return members.get(name) instanceof Str(String text, Spelling spelling) ? text : "";
        }

        /** The objects of a member that is a list, or none. */
        List<Obj> objects(String name) {
            return members.get(name) instanceof Arr(List<Json> elements)
                    ? elements.stream().map(Obj.class::cast).toList()
                    : List.of();
        }
    }

    record Arr(List<Json> elements) implements Json {}

    /** A text and its escaping. */
    record Str(String text, Spelling spelling) implements Json {
        /** The escaped text between the quotes. */
        String inner() {
            StringBuilder out = new StringBuilder(text.length() + 16);
            for (int i = 0; i < text.length(); i++) {
                spell(text.charAt(i), out);
            }
            return out.toString();
        }

        private void spell(char sign, StringBuilder out) {
            boolean isPlain = sign >= ' ' && (sign < 0x7f || spelling == Spelling.PLAIN);
            switch (sign) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                case '/' -> out.append(spelling == Spelling.PLAIN ? "/" : "\\/");
                default -> {
                    if (isPlain) {
                        out.append(sign);
                    } else {
                        out.append("\\u").append(HexFormat.of().toHexDigits(sign));
                    }
                }
            }
        }
    }

    /** Any other value as JSON text: numbers, {@code true}, {@code null}. */
    record Raw(String written) implements Json {
        static final Raw NULL = new Raw("null");
    }

    /** The escaping of a text: only what must be escaped, or everything that can be. */
    enum Spelling {
        PLAIN,
        ESCAPED
    }

    /** An object from alternating names and values; a {@code String} value is a text with plain escaping. */
    static Obj obj(Object... namesAndValues) {
        Map<String, Json> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], value(namesAndValues[i + 1]));
        }
        return new Obj(members);
    }

    static Arr arr(Json... elements) {
        return new Arr(List.of(elements));
    }

    static Arr arr(List<? extends Json> elements) {
        return new Arr(new ArrayList<>(elements));
    }

    static Str str(String text) {
        return new Str(text, Spelling.PLAIN);
    }

    default String write() {
        StringBuilder out = new StringBuilder();
        write(this, out);
        return out.toString();
    }

    default Bytes bytes() {
        return Bytes.of(write());
    }

    private static void write(Json value, StringBuilder out) {
        switch (value) {
            case Raw(String written) -> out.append(written);
            case Str text -> out.append('"').append(text.inner()).append('"');
            case Arr(List<Json> elements) -> {
                out.append('[');
                String comma = "";
                for (Json element : elements) {
                    write(element, out.append(comma));
                    comma = ",";
                }
                out.append(']');
            }
            case Obj(Map<String, Json> members) -> {
                out.append('{');
                String comma = "";
                for (Map.Entry<String, Json> member : members.entrySet()) {
                    write(str(member.getKey()), out.append(comma));
                    write(member.getValue(), out.append(':'));
                    comma = ",";
                }
                out.append('}');
            }
        }
    }

    private static Json value(Object value) {
        return switch (value) {
            case Json json -> json;
            case String text -> str(text);
            default -> new Raw(value.toString());
        };
    }
}

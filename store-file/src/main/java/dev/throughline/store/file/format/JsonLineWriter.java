package dev.throughline.store.file.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Writes the fields of one JSON object on one line.
 *
 * <p>A library is not used for one reason: every string must be read back exactly, also one with half of a surrogate
 * pair, which no UTF-8 encoder writes. Such a half is written as an escape. Not safe for use by many threads.
 */
public final class JsonLineWriter {
    private static final HexFormat HEX = HexFormat.of();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    private boolean isFirst = true;

    /** Starts an object. */
    public JsonLineWriter open() {
        out.write('{');
        isFirst = true;
        return this;
    }

    /** Ends the object. */
    public JsonLineWriter close() {
        out.write('}');
        isFirst = false;
        return this;
    }

    public JsonLineWriter field(String name, String value) {
        return name(name).string(value);
    }

    public JsonLineWriter field(String name, long value) {
        return name(name).text(Long.toString(value));
    }

    public JsonLineWriter field(String name, Optional<?> value) {
        value.ifPresent(present -> field(name, present.toString()));
        return this;
    }

    public JsonLineWriter field(String name, List<Hash> values) {
        return strings(name, values.stream().map(Hash::text).toList());
    }

    public JsonLineWriter strings(String name, List<String> values) {
        name(name).text("[");
        for (int i = 0; i < values.size(); i++) {
            text(i > 0 ? "," : "").string(values.get(i));
        }
        return text("]");
    }

    /** Writes a name; the caller appends the value with {@link #text} or {@link #raw}. */
    public JsonLineWriter name(String name) {
        String separator = isFirst ? "\"" : ",\"";
        isFirst = false;
        return text(separator).text(name).text("\":");
    }

    /** Appends text as it is. */
    public JsonLineWriter text(CharSequence text) {
        out.writeBytes(text.toString().getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Appends bytes as they are. */
    public JsonLineWriter raw(Bytes value) {
        out.write(value.array(), value.offset(), value.length());
        return this;
    }

    private JsonLineWriter string(String value) {
        StringBuilder json = new StringBuilder(value.length() + 16).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (i + 1 < value.length() && Character.isSurrogatePair(c, value.charAt(i + 1))) {
                        json.append(c).append(value.charAt(++i));
                    } else if (isEscaped(c)) {
                        json.append("\\u").append(HEX.toHexDigits(c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        return text(json.append('"'));
    }

    /** Control characters, characters that some programs treat as a line break, and half of a surrogate pair. */
    private static boolean isEscaped(char c) {
        return c < 0x20 || c == 0x7f || c == 0x85 || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c);
    }

    /** A copy of all that was written. */
    public byte[] toArray() {
        return out.toByteArray();
    }
}

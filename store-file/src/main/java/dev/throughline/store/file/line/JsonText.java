package dev.throughline.store.file.line;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes the fields of one JSON object into a growing array.
 *
 * <p>It is ours and not a library's for one reason: a string must come back exactly as it was, also one with half of a
 * surrogate pair in it, which no UTF-8 encoder writes. Such a half is written as an escape. Not safe for use by many
 * threads.
 */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int length;
    private boolean isFirst = true;

    /** Starts an object. */
    public JsonText open() {
        put('{');
        isFirst = true;
        return this;
    }

    /** Ends the object. */
    public JsonText close() {
        put('}');
        isFirst = false;
        return this;
    }

    public JsonText field(String name, String value) {
        name(name);
        string(value);
        return this;
    }

    public JsonText field(String name, long value) {
        name(name);
        ascii(Long.toString(value));
        return this;
    }

    public JsonText field(String name, Optional<?> value) {
        value.ifPresent(present -> field(name, present.toString()));
        return this;
    }

    public JsonText field(String name, List<Hash> values) {
        return texts(name, values.stream().map(Hash::text).toList());
    }

    public JsonText texts(String name, List<String> values) {
        name(name);
        put('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                put(',');
            }
            string(values.get(i));
        }
        put(']');
        return this;
    }

    /** Writes a name; the caller appends the value with {@link #ascii} or {@link #raw}. */
    public JsonText name(String name) {
        if (!isFirst) {
            put(',');
        }
        isFirst = false;
        put('"');
        ascii(name);
        put('"');
        put(':');
        return this;
    }

    /** Appends text that is known to be plain ASCII, as it is. */
    public JsonText ascii(String text) {
        room(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    /** Appends bytes as they are. */
    public JsonText raw(Bytes value) {
        room(value.length());
        System.arraycopy(value.array(), value.offset(), bytes, length, value.length());
        length += value.length();
        return this;
    }

    /** Appends a JSON string. */
    public JsonText string(String text) {
        room(text.length() + 2);
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
                put(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                codePoint(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                special(c);
            }
        }
        put('"');
        return this;
    }

    /** A copy of all that was written. */
    public byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void special(char c) {
        switch (c) {
            case '"', '\\' -> {
                put('\\');
                put(c);
            }
            case '\n' -> ascii("\\n");
            case '\r' -> ascii("\\r");
            case '\t' -> ascii("\\t");
            default -> {
                if (c < 0x20 || c == 0x7f || Character.isSurrogate(c) || c == 0x2028 || c == 0x2029 || c == 0x85) {
                    escape(c);
                } else {
                    codePoint(c);
                }
            }
        }
    }

    private void escape(char c) {
        ascii("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            put((char) HEX[(c >> shift) & 15]);
        }
    }

    private void codePoint(int c) {
        if (c < 0x80) {
            put((char) c);
        } else if (c < 0x800) {
            put((char) (0xc0 | (c >> 6)));
            tail(c, 0);
        } else if (c < 0x10000) {
            put((char) (0xe0 | (c >> 12)));
            tail(c, 6);
        } else {
            put((char) (0xf0 | (c >> 18)));
            tail(c, 12);
        }
    }

    private void tail(int c, int shift) {
        for (int at = shift; at >= 0; at -= 6) {
            put((char) (0x80 | ((c >> at) & 0x3f)));
        }
    }

    private void put(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}

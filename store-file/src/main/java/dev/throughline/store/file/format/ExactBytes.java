package dev.throughline.store.file.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Exact bytes as the last field of a JSON object on one line, in the most readable of three forms:
 *
 * <ul>
 *   <li>{@code "raw":…}: JSON without line breaks is written unchanged, with duplicate keys and unusual numbers.
 *       Everything between the colon and the last brace is the value.
 *   <li>{@code "text":"…"}: other UTF-8 is written as a string.
 *   <li>{@code "base64":"…"}: anything else.
 * </ul>
 *
 * For example {@code "raw":{"a":1e5}}, {@code "text":"two\nlines"}, {@code "base64":"/w=="}.
 */
public final class ExactBytes {
    private static final byte[] RAW = "\"raw\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TEXT = "\"text\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64 = "\"base64\":".getBytes(StandardCharsets.US_ASCII);

    private ExactBytes() {}

    /** Writes the field; nothing but the closing brace may follow. */
    public static void write(JsonLineWriter json, Bytes bytes) {
        if (isOneLine(bytes) && isUtf8(bytes) && JsonFields.isJson(bytes.array(), bytes.offset(), bytes.length())) {
            json.name("raw").raw(bytes);
        } else if (isUtf8(bytes)) {
            json.field("text", bytes.utf8());
        } else {
            json.name("base64")
                    .text("\"")
                    .raw(Bytes.of(Base64.getEncoder().encode(bytes.toArray())))
                    .text("\"");
        }
    }

    /** Reads the field that starts at {@code start} and is the last one of the line. */
    public static Bytes read(byte[] line, int start) {
        int last = line.length - 1;
        if (last < start || line[last] != '}') {
            throw new DamagedException("expected the line to end with }");
        }
        if (hasAt(line, start, RAW)) {
            return Bytes.of(line, new Span(start + RAW.length, last)).compact();
        }
        if (hasAt(line, start, TEXT)) {
            byte[] object = Arrays.copyOfRange(line, start - 1, line.length);
            object[0] = '{';
            return Bytes.of(JsonFields.of(object).text("text"));
        }
        if (hasAt(line, start, BASE64) && last - start >= BASE64.length + 2) {
            return base64(Arrays.copyOfRange(line, start + BASE64.length + 1, last - 1));
        }
        throw new DamagedException("expected raw, text or base64");
    }

    /** Whether the line has these bytes at this offset. */
    static boolean hasAt(byte[] line, int offset, byte[] expected) {
        int end = offset + expected.length;
        return end <= line.length && Arrays.equals(line, offset, end, expected, 0, expected.length);
    }

    private static Bytes base64(byte[] encoded) {
        try {
            return Bytes.of(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            throw new DamagedException("not base64: " + e.getMessage());
        }
    }

    /**
     * Whether there are no line breaks and no control characters other than the tab. Bytes that may start with a byte
     * order mark are not: a mark is allowed at the start of a document, but not inside of one.
     */
    private static boolean isOneLine(Bytes bytes) {
        byte[] array = bytes.array();
        int end = bytes.offset() + bytes.length();
        for (int i = bytes.offset(); i < end; i++) {
            if (array[i] >= 0 && array[i] < 0x20 && array[i] != '\t') {
                return false;
            }
        }
        return bytes.isEmpty() || array[bytes.offset()] != (byte) 0xef;
    }

    private static boolean isUtf8(Bytes bytes) {
        int end = bytes.offset() + bytes.length();
        int at = bytes.offset();
        while (at < end && bytes.array()[at] >= 0) {
            at++;
        }
        try {
            // ASCII is not decoded. A decoder without further settings reports malformed input.
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.array(), at, end - at));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}

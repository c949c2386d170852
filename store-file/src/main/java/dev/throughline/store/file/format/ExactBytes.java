package dev.throughline.store.file.format;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Exact bytes as the last field of a JSON object on one line, in the most readable of three ways:
 *
 * <ul>
 *   <li>{@code "raw":…}: the bytes are JSON without line breaks, and stand there as they are, duplicate keys and odd
 *       numbers included. Everything between the colon and the last brace is the value.
 *   <li>{@code "text":"…"}: the bytes are UTF-8, written as a string.
 *   <li>{@code "base64":"…"}: they are neither.
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

    /** Reads the field that starts at {@code start}, in an object that ends before {@code end}. */
    public static Bytes read(byte[] line, int start, int end) {
        if (end - 1 < start || line[end - 1] != '}') {
            throw new DamagedException("expected the line to end with }");
        }
        int last = end - 1;
        if (startsWith(line, start, last, RAW)) {
            return Bytes.of(line, new Span(start + RAW.length, last)).compact();
        }
        if (startsWith(line, start, last, TEXT)) {
            return Bytes.of(object(line, start, end).text("text"));
        }
        if (startsWith(line, start, last, BASE64) && last - start >= BASE64.length + 2) {
            return base64(Arrays.copyOfRange(line, start + BASE64.length + 1, last - 1));
        }
        throw new DamagedException("expected raw, text or base64");
    }

    private static JsonFields object(byte[] line, int start, int end) {
        byte[] object = new byte[end - start + 1];
        object[0] = '{';
        System.arraycopy(line, start, object, 1, end - start);
        return JsonFields.of(object);
    }

    private static Bytes base64(byte[] encoded) {
        try {
            return Bytes.of(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            throw new DamagedException("not base64: " + e.getMessage());
        }
    }

    private static boolean startsWith(byte[] line, int start, int end, byte[] prefix) {
        return end - start >= prefix.length
                && Arrays.equals(line, start, start + prefix.length, prefix, 0, prefix.length);
    }

    /**
     * No line breaks, and no control characters but the tab, which JSON has no use for either. A byte order mark is
     * allowed at the start of a document but not inside one.
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
        if (at == end) {
            return true;
        }
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes.array(), at, end - at));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}

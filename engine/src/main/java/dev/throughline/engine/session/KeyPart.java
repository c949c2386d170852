package dev.throughline.engine.session;

import dev.throughline.model.ProxyException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * One part of a derived key, between two colons. Characters that could be read as something else are percent-encoded
 * UTF-8: {@code :}, {@code %}, {@code /}, blanks, invisible and unassigned characters, and a {@code ~} at the
 * beginning, which marks a linked person. Two different texts never have the same encoding.
 */
final class KeyPart {
    private static final String RESERVED = ":%/";
    private static final int HEX = 16;

    private KeyPart() {}

    /** Encodes a text. */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int character = text.codePointAt(i);
            if (isReserved(character) || (i == 0 && character == '~')) {
                appendBytes(Character.toString(character), encoded);
            } else {
                encoded.appendCodePoint(character);
            }
        }
        return encoded.toString();
    }

    private static boolean isReserved(int character) {
        return RESERVED.indexOf(character) >= 0
                || Character.isWhitespace(character)
                || switch (Character.getType(character)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SPACE_SEPARATOR,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.PRIVATE_USE,
                            Character.SURROGATE,
                            Character.UNASSIGNED -> true;
                    default -> false;
                };
    }

    private static void appendBytes(String character, StringBuilder encoded) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(character));
            while (bytes.hasRemaining()) {
                encoded.append(String.format("%%%02X", bytes.get()));
            }
        } catch (CharacterCodingException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    ChatKeys.BAD_KEY,
                    "A name in an origin has half of a character (an unpaired surrogate), so no session key can be"
                            + " derived from it. Send complete Unicode text.");
        }
    }

    /** Decodes a part. What is not the percent-encoding of UTF-8 stands for itself. */
    static String decode(String part) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < part.length()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int end = at;
            while (isEncoded(part, end)) {
                bytes.write(Integer.parseInt(part, end + 1, end + 3, HEX));
                end += 3;
            }
            if (end > at) {
                text.append(utf8(bytes.toByteArray(), part.substring(at, end)));
                at = end;
            } else {
                text.append(part.charAt(at++));
            }
        }
        return text.toString();
    }

    private static boolean isEncoded(String part, int at) {
        return at + 2 < part.length()
                && part.charAt(at) == '%'
                && Character.digit(part.charAt(at + 1), HEX) >= 0
                && Character.digit(part.charAt(at + 2), HEX) >= 0
                && part.charAt(at + 1) < 128
                && part.charAt(at + 2) < 128;
    }

    private static String utf8(byte[] bytes, String encoded) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return encoded;
        }
    }
}

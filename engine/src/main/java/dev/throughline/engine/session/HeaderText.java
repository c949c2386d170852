package dev.throughline.engine.session;

import dev.throughline.model.ProxyException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads texts from headers. HTTP reads their bytes as Latin-1; they are UTF-8, as it is or percent-encoded. */
public final class HeaderText {
    private static final Pattern PERCENT_ENCODED = Pattern.compile("(?:%[0-9A-Fa-f]{2})+");

    private HeaderText() {}

    /** The text of a header: UTF-8, or percent-encoded UTF-8, which can contain line breaks. */
    public static String decoded(String name, String value) {
        return PERCENT_ENCODED
                .matcher(required(name, value))
                .replaceAll(match -> Matcher.quoteReplacement(bytes(name, match.group())));
    }

    private static String bytes(String name, String encoded) {
        byte[] bytes = HexFormat.of().parseHex(encoded.replace("%", ""));
        return required(name, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static String required(String name, String value) {
        return utf8(value)
                .orElseThrow(() -> new ProxyException(
                        ProxyException.Kind.CALLER,
                        "bad_control_header",
                        name + " must be UTF-8, as it is or percent-encoded; it is not."));
    }

    /** The text that a client sent as UTF-8 in a header; empty if it is not UTF-8. */
    public static Optional<String> utf8(String value) {
        ByteBuffer bytes = ByteBuffer.wrap(value.getBytes(StandardCharsets.ISO_8859_1));
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }
}

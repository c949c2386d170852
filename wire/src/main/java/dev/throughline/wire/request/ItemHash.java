package dev.throughline.wire.request;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonBuilder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.TreeMap;

/**
 * The hash of an item's content, independent of the order of keys, of escapes, spaces and the spelling of numbers.
 *
 * <p>The hashed bytes are these (all lengths as four bytes, high byte first):
 *
 * <pre>
 * item    kind text, role text, value
 * object  '{' (name text, value)* '}'   names in the order of their UTF-16 code units
 * array   '[' value* ']'
 * text    's' length, UTF-8             or, if it holds half a surrogate pair:  'u' length, UTF-16
 * number  'n' length, ASCII             digits 'e' exponent, without trailing zeros; else as written
 * literal 't' | 'f' | '0'
 * </pre>
 *
 * <p>Every part contains its end or its length, so different values are never hashed as the same bytes.
 */
public final class ItemHash {
    /** Longer numbers are compared as they are written: making a decimal of them costs the square of their length. */
    private static final int MOST_DIGITS = 64;

    private final MessageDigest digest = Hash.digest();

    private ItemHash() {}

    /** The hash of a value in normal form with this kind and role. */
    public static Hash hash(ItemKind kind, String role, Json value) {
        ItemHash canonical = new ItemHash();
        canonical.text(kind.word());
        canonical.text(role);
        canonical.value(value);
        return Hash.of(canonical.digest);
    }

    private void value(Json value) {
        switch (value) {
            case Json.Obj object -> object(object);
            case Json.Arr array -> {
                digest.update((byte) '[');
                array.elements().forEach(this::value);
                digest.update((byte) ']');
            }
            case Json.Text text -> text(text.value());
            case Json.Num number -> part('n', plain(number.digits()).getBytes(StandardCharsets.US_ASCII));
            case Json.Bool bool -> digest.update((byte) (bool.value() ? 't' : 'f'));
            case Json.Nil _ -> digest.update((byte) '0');
        }
    }

    private void object(Json.Obj object) {
        digest.update((byte) '{');
        new TreeMap<>(object.members()).forEach((name, member) -> {
            text(name);
            value(member);
        });
        digest.update((byte) '}');
    }

    private void text(String text) {
        // An encoder would write a question mark for half a pair, which would make different texts the same.
        if (JsonBuilder.isWellFormed(text)) {
            part('s', text.getBytes(StandardCharsets.UTF_8));
        } else {
            part('u', utf16(text));
        }
    }

    private void part(char tag, byte[] bytes) {
        digest.update((byte) tag);
        for (int shift = 24; shift >= 0; shift -= 8) {
            digest.update((byte) (bytes.length >>> shift));
        }
        digest.update(bytes);
    }

    /** {@code 1}, {@code 1.0} and {@code 10e-1} all become {@code 1e0}. */
    private static String plain(String digits) {
        if (digits.length() > MOST_DIGITS) {
            return digits;
        }
        try {
            BigDecimal number = new BigDecimal(digits).stripTrailingZeros();
            return number.signum() == 0 ? "0e0" : number.unscaledValue() + "e" + -(long) number.scale();
        } catch (NumberFormatException | ArithmeticException e) {
            // An exponent beyond what a decimal can hold; such a number equals only itself.
            return digits;
        }
    }

    private static byte[] utf16(String text) {
        byte[] bytes = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            bytes[2 * i] = (byte) (text.charAt(i) >>> 8);
            bytes[2 * i + 1] = (byte) text.charAt(i);
        }
        return bytes;
    }
}
